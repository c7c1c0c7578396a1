"use strict";
(async () => {
  const packed = Uint8Array.from(atob(document.getElementById("scenes").textContent), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const { drawings, scenes } = await new Response(unpacked).json();
  const find = (name) => document.getElementById(name);
  const items = [...document.querySelectorAll("#list li")];
  const last = scenes.wide.length - 1;
  const narrow = matchMedia("(max-width: 44rem)");
  let now = 0;

  const go = (at) => {
    now = Math.max(0, Math.min(last, at));
    find("scene").innerHTML = scenes[narrow.matches ? "portrait" : "wide"][now];
    const where = find("where");
    where.textContent = now ? where.dataset.after.replace("#", items[now - 1].dataset.number) : where.dataset.opening;
    find("earlier").disabled = now === 0;
    find("later").disabled = now === last;
    const cursor = find("cursor");
    cursor.setAttribute("transform", `translate(${cursor.dataset.width * Math.max(0, now - 1) / Math.max(1, items.length)} 0)`);
    items.forEach((item, index) => item.toggleAttribute("aria-current", index === now - 1));
    const list = document.querySelector("#list ol"), item = items[now - 1];
    if (item) list.scrollTop = item.offsetTop - list.offsetTop - 40;
  };

  const shown = (at) => at === 0 || !find("filter").checked || items[at - 1].dataset.verdict;
  const step = (by) => {
    let at = now + by;
    while (at > 0 && at < last && !shown(at)) at += by;
    if (at >= 0 && at <= last && shown(at)) go(at);
  };

  find("earlier").onclick = () => step(-1);
  find("later").onclick = () => step(1);
  find("filter").onchange = (event) => document.querySelector("#list ol").classList.toggle("only", event.target.checked);
  items.forEach((item, index) => { item.querySelector("button").onclick = () => go(index + 1); });
  document.querySelectorAll("a[data-number]").forEach((link) => {
    link.onclick = (event) => {
      event.preventDefault();
      go(1 + items.findIndex((item) => item.dataset.number === link.dataset.number));
      find("look").scrollIntoView({ block: "start" });
    };
  });
  find("curve").onclick = (event) => {
    if (event.target.closest("a")) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(find("curve").getScreenCTM().inverse());
    go(1 + Math.round(point.x / find("cursor").dataset.width * items.length));
  };
  document.onkeydown = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.tagName === "INPUT" && event.target.type !== "checkbox") return;
    const keys = { ArrowLeft: -1, ArrowRight: 1 };
    if (event.key in keys) { event.preventDefault(); step(keys[event.key]); }
    if (event.key === "Home") { event.preventDefault(); go(0); }
    if (event.key === "End") { event.preventDefault(); go(last); }
  };
  narrow.onchange = () => go(now);
  find("drawings").innerHTML = drawings;
  go(0);
})();
