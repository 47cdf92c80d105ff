import { toolStyles } from '../../frame/tool-styles.ts';

/** The styles of the set-up's pages beside those of all pages. */
export const setUpStyles = `${toolStyles}
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
.section { margin-top: 2.25rem; }
.problem { padding: .9rem 1rem; border-radius: .75rem; background: var(--wrong-ground); color: var(--wrong); }
.problem form { margin-top: .75rem; }
#guard:not(:empty) { margin: .75rem 0; }
.plain { padding-left: 1.2rem; display: grid; gap: .5rem; margin: .5rem 0 0; }
.links { overflow-wrap: anywhere; }
.links a { color: inherit; }
.links strong { white-space: nowrap; }
.command { display: block; font: .85rem/1.6 ui-monospace, monospace; }
.links + .hint { margin-top: .75rem; }
`;
