"""What stands beside the faces: marks, rulers, facts."""
