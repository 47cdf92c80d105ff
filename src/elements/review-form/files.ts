/** Files as they come to the form besides its button: dropped or pasted. */

/** The form, as files come to it. */
interface Form extends HTMLElement {
  readonly renderRoot: ParentNode;
  add(files: readonly File[]): Promise<void>;
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/**
 * The text of HTML, with a line for each line and a tab between cells. Pages with trusted types let nobody parse HTML;
 * what clipboards hold is written by programs, and names few characters.
 */
function textOf(html: string): string {
  const lines = html
    .replace(/<!--.*?-->|<(style|script|title)\b.*?<\/\1>/gis, '')
    .replace(/\s+/g, ' ')
    .replace(/<\/t[dh]\b/gi, '\t$&')
    .replace(/<\/(tr|p|div|li|h\d)\b|<br\b/gi, '\n$&')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#(\d{1,6}|x[\da-f]{1,5})|(\w+));/gi, (all, code: string, name: string) =>
      code ? String.fromCodePoint(Number(`0${code}`)) : (characters[name] ?? all),
    )
    .split('\n')
    .map((line) => line.trim());
  return lines.filter(Boolean).join('\n');
}

/**
 * The text that comes into a text field. Word and Excel give a picture of what was copied beside it, sometimes with
 * HTML alone, and browsers, with files themselves, their names or paths.
 */
function textFor(event: Event, data: DataTransfer): string {
  const [target] = event.composedPath() as [Partial<Element>];
  if (!target.matches?.('textarea, input.text')) return '';
  const lines = data.getData('text/plain').trim();
  const names = lines.replace(/^.*[/\\]/gm, '').split(/[\r\n]+/);
  const isNames = names.join() === [...data.files].map(({ name }) => name).join();
  return isNames ? '' : lines || textOf(data.getData('text/html'));
}

/** Takes files that are dropped on the form or pasted into it. */
export function takeFiles(host: Form): void {
  const form = () => host.renderRoot.querySelector('form');
  const drag = (event: DragEvent): void => {
    const carries =
      event.type === 'dragover' && event.dataTransfer!.types.includes('Files') && !textFor(event, event.dataTransfer!);
    if (carries) event.preventDefault();
    form()?.classList.toggle('dropping', carries);
  };
  const take = (event: Event, data: DataTransfer | null): void => {
    const files = [...(data?.files ?? [])];
    if (!files[0] || !form()) return;
    const text = textFor(event, data!);
    // The browser puts in plain text alone.
    if (text && data!.getData('text/plain').trim()) return;
    event.preventDefault();
    if (!text) return void host.add(files);
    (event.composedPath()[0] as HTMLElement).focus();
    document.execCommand('insertText', false, text);
  };
  host.addEventListener('dragover', drag);
  host.addEventListener('dragleave', drag);
  host.addEventListener('drop', (event) => {
    take(event, event.dataTransfer);
    form()?.classList.remove('dropping');
  });
  host.addEventListener('paste', (event) => take(event, event.clipboardData));
}
