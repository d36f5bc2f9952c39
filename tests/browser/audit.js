// Run in a page: what axe finds by these rules. Two thirds of its time would go into contrast, asked of the same words
// on every page: it is asked of one text for each way texts are painted, and of none that is painted as one that has
// passed before. Answers [a line for each rule that is broken, what has passed].
async ([rules, passed]) => {
  const INK = ["color", "-webkit-text-fill-color", "-webkit-text-stroke", "text-shadow", "font-size", "font-weight"];
  const GROUND = [
    "background-color", "background-image", "background-clip", "background-size", "opacity", "visibility", "display",
    "position", "z-index", "float", "transform", "filter", "mix-blend-mode", "clip-path", "overflow", "isolation",
  ];
  const PICTURES = "img, svg, canvas, video, object, embed, iframe, input, select, textarea";

  function digest(text) {
    let [one, other] = [0xdeadbeef, 0x41c6ce57];
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      one = Math.imul(one ^ code, 2654435761);
      other = Math.imul(other ^ code, 1597334677);
    }
    return `${(one >>> 0).toString(36)}${(other >>> 0).toString(36)}`;
  }

  const styles = new Map();
  const style = (part) => styles.get(part) || styles.set(part, getComputedStyle(part)).get(part);
  const values = (part, names) => names.map((name) => style(part).getPropertyValue(name)).join(";");

  // How a part and all it lies in are painted.
  const grounds = new Map();
  function ground(part) {
    if (!part) return "";
    if (!grounds.has(part)) grounds.set(part, digest(ground(part.parentElement) + part.localName + values(part, GROUND)));
    return grounds.get(part);
  }

  function paints(part) {
    const { backgroundColor, backgroundImage } = style(part);
    return !/^rgba\(.*, 0\)$/.test(backgroundColor) || backgroundImage !== "none" || part.matches(PICTURES);
  }

  // Whatever may lie under a text or over it, wherever it stands in the page.
  const painters = [...document.querySelectorAll("*")].filter(paints).map((part) => [part, [...part.getClientRects()]]);
  function layers(text, { left, right, top, bottom }) {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const over = ([, boxes]) => boxes.some((box) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom);
    const place = (part) => text.compareDocumentPosition(part) & ~Node.DOCUMENT_POSITION_IMPLEMENTATION_SPECIFIC;
    return painters.filter(over).map(([part]) => `${place(part)}${ground(part)}`).join();
  }

  function boxesOf(part) {
    const range = document.createRange();
    const words = [...part.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (part.matches("input, select, textarea")) return [...part.getClientRects()];
    return words.flatMap((node) => {
      range.selectNodeContents(node);
      return [...range.getClientRects()];
    });
  }

  const looks = new Map();
  for (const part of document.body.querySelectorAll("*")) {
    const boxes = boxesOf(part);
    const found = [...new Set(boxes.map((box) => layers(part, box)))];
    if (boxes.length) looks.set(part, digest([ground(part), values(part, INK), ...found].join("|")));
  }
  const known = new Set(passed);
  const unseen = new Map([...looks].filter(([, look]) => !known.has(look)).map(([part, look]) => [look, part]));
  unseen.forEach((part) => part.setAttribute("data-unseen", ""));
  axe.configure({ rules: [{ id: "color-contrast", selector: "[data-unseen]" }] });
  axe.addReporter("plain", (found, _options, answer) => answer(found));
  const found = await axe.run({ runOnly: rules, reporter: "plain" });
  unseen.forEach((part) => part.removeAttribute("data-unseen"));

  const words = ({ any, all, none }) => [...any, ...all, ...none].map((check) => check.message).join("; ");
  const broken = found.filter((rule) => rule.violations?.length);
  const lines = broken.map(({ id, violations: [first] }) => `${id}: ${first.node.element.outerHTML.slice(0, 200)} ${words(first)}`);
  const fine = found.filter((rule) => rule.id === "color-contrast").flatMap((rule) => rule.passes || []);
  return [lines, fine.map((one) => looks.get(one.node.element))];
};
