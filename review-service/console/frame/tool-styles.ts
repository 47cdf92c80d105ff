/** The styles of what the set-up and the settings share: texts to paste, and the editor of colours. */
export const toolStyles = `
pre {
  margin: .6rem 0 0; padding: .9rem 1rem; border: 1px solid var(--faint); border-radius: .75rem; overflow: auto;
  background: var(--ground); font: .85rem/1.6 ui-monospace, monospace; white-space: pre;
}
.pasted { margin: .6rem 0; }
.pasted .copy { margin: .6rem .75rem 0 0; padding: .5rem 1.1rem; font-size: .9rem; }
.theme { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); margin-top: .75rem; }
.theme label { display: grid; gap: .3rem; font-size: .9rem; font-weight: 600; align-content: start; }
.theme input { margin: 0; font-weight: 400; }
input[type=color] {
  width: 100%; height: 2.75rem; padding: .25rem; border: 1px solid var(--line); border-radius: .5rem;
  background: var(--paper); cursor: pointer;
}
fieldset.theme { border: 0; padding: 0; margin: .75rem 0 0; }
.theme legend { font-weight: 600; padding: 0 0 .35rem; }
.check { display: flex; gap: .6rem; align-items: center; margin: 1rem 0 0; font-weight: 600; }
.check input { flex: none; width: 1.5rem; height: 1.5rem; margin: 0; }
.preview {
  display: block; width: 100%; height: 40rem; margin: 1rem 0; border: 1px solid var(--faint); border-radius: 1rem;
}
.preview[hidden] { display: none; }
`;
