/** Files as a shopper gives them to the form. */

export const isAccepted = ({ type }: File): boolean => /^image\/(jpeg|png|webp)$/.test(type);
/** What people call the type of a file. */
export const typeOf = ({ name }: File): string | undefined => /\.([a-z\d]{1,5})$/i.exec(name)?.[1]?.toUpperCase();

/**
 * Whether text comes into a text field. Word and Excel give a picture of what was copied beside it, and browsers, with
 * files themselves, their names or paths.
 */
export function isText(event: Event, data: DataTransfer): boolean {
  const [target] = event.composedPath() as [Partial<Element>];
  const lines = data.getData('text/plain').trim();
  const names = lines.replace(/^.*[/\\]/gm, '').split(/[\r\n]+/);
  const isNames = names.join() === [...data.files].map(({ name }) => name).join();
  return !!target.matches?.('textarea, input.text') && !!lines && !isNames;
}
