/** The styles of the set-up's pages beside those of all pages. */
export const setUpStyles = `
.steps {
  list-style: none; margin: 0 0 2rem; padding: 0; display: grid; grid-auto-flow: column; grid-auto-columns: 1fr;
  gap: .4rem;
}
.steps li { border-top: 4px solid var(--faint); padding-top: .45rem; color: var(--soft); font-size: .85rem; }
.steps .past { border-color: var(--good); }
.steps [aria-current] { border-color: var(--star); color: var(--ink); font-weight: 600; }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1.25rem; }
.actions a:not(.button) { color: var(--soft); }
textarea.short { min-height: 5.5rem; }
pre {
  margin: .6rem 0 0; padding: .9rem 1rem; border: 1px solid var(--faint); border-radius: .75rem; overflow: auto;
  background: var(--ground); font: .85rem/1.6 ui-monospace, monospace; white-space: pre;
}
.pasted { margin: .6rem 0; }
.pasted .copy { margin: .6rem .75rem 0 0; padding: .5rem 1.1rem; font-size: .9rem; }
.theme { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); margin-top: .75rem; }
.theme label:last-child { grid-column: 1 / -1; }
.theme label { display: grid; gap: .3rem; font-size: .9rem; font-weight: 600; align-content: start; }
.theme input { margin: 0; font-weight: 400; }
input[type=color] {
  width: 100%; height: 2.75rem; padding: .25rem; border: 1px solid var(--line); border-radius: .5rem;
  background: var(--paper); cursor: pointer;
}
.section { margin-top: 2.25rem; }
#preview {
  margin-top: .75rem; padding: clamp(1rem, 4vw, 1.75rem); border: 1px solid var(--faint); border-radius: 1rem;
  overflow-x: clip;
}
#preview > * + * { margin-top: 1.25rem; }
.plain { padding-left: 1.2rem; display: grid; gap: .5rem; margin: .5rem 0 0; }
.links { overflow-wrap: anywhere; }
.links a { color: inherit; }
.links strong { white-space: nowrap; }
.command { display: block; font: .85rem/1.6 ui-monospace, monospace; }
.links + .hint { margin-top: .75rem; }
`;
