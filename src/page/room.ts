/** Shows a message that there is nothing to show, or what the page has instead. */
const EMPTY = 'slot[name=empty]';

let sheet: CSSStyleSheet | undefined;

/**
 * Gives back the room kept for the content of an element that turned out to be empty, once the whole element is below
 * the viewport. Content above it stays where it is, and content below it moves out of sight. In view, even the message
 * would move. The room returns with other content, for which it is kept as usual.
 */
export function giveRoomBack(element: Element): void {
  const root = element.shadowRoot;
  if (!root?.querySelector(EMPTY)) return;
  if (!sheet) {
    sheet = new CSSStyleSheet();
    // Wins over what the page reserves.
    sheet.replaceSync(':host{min-height:0!important}');
  }
  const places = new IntersectionObserver(() => {
    // Where it is now: the shopper may have scrolled since the browser looked.
    if (element.getBoundingClientRect().top < innerHeight) return;
    places.disconnect();
    root.adoptedStyleSheets.push(sheet!);
  });
  places.observe(element);
  const contents = new MutationObserver(() => {
    if (root.querySelector(EMPTY)) return;
    contents.disconnect();
    places.disconnect();
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
  });
  contents.observe(root, { childList: true, subtree: true });
}
