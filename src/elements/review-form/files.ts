/** Files as they come to the form besides its button: dropped or pasted. */

/** The form, as files come to it. */
interface Form extends HTMLElement {
  readonly renderRoot: ParentNode;
  add(files: readonly File[]): Promise<void>;
}

/**
 * Whether text comes into a text field. Word and Excel give a picture of what was copied beside it, and browsers, with
 * files themselves, their names or paths.
 */
function isText(event: Event, data: DataTransfer): boolean {
  const [target] = event.composedPath() as [Partial<Element>];
  const lines = data.getData('text/plain').trim();
  const names = lines.replace(/^.*[/\\]/gm, '').split(/[\r\n]+/);
  const isNames = names.join() === [...data.files].map(({ name }) => name).join();
  return !!target.matches?.('textarea, input.text') && !!lines && !isNames;
}

/** Takes files that are dropped on the form or pasted into it. */
export function takeFiles(host: Form): void {
  const form = () => host.renderRoot.querySelector('form');
  const drag = (event: DragEvent): void => {
    const carries =
      event.type === 'dragover' && event.dataTransfer!.types.includes('Files') && !isText(event, event.dataTransfer!);
    if (carries) event.preventDefault();
    form()?.classList.toggle('dropping', carries);
  };
  const take = (event: Event, data: DataTransfer | null): void => {
    const files = [...(data?.files ?? [])];
    if (!files[0] || isText(event, data!) || !form()) return;
    event.preventDefault();
    void host.add(files);
  };
  host.addEventListener('dragover', drag);
  host.addEventListener('dragleave', drag);
  host.addEventListener('drop', (event) => {
    take(event, event.dataTransfer);
    form()?.classList.remove('dropping');
  });
  host.addEventListener('paste', (event) => take(event, event.clipboardData));
}
