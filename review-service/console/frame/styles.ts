/** The style sheet of the console: of its frame, and of what all its pages are made of. */
export const styles = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f5f5f4, #0c0a09); --paper: light-dark(#fff, #1c1917); --ink: light-dark(#1c1917, #f5f5f4);
  --soft: light-dark(#57534e, #b8b2ac); --line: light-dark(#78716c, #8f8780); --faint: light-dark(#e7e5e4, #35302d);
  --hover: light-dark(#f0efed, #292524); --star: light-dark(#b45309, #fbbf24); --action: light-dark(#1c1917, #f5f5f4);
  --on-action: light-dark(#fff, #1c1917); --wrong: light-dark(#b91c1c, #fca5a5);
  --wrong-ground: light-dark(#fef2f2, #3b1111); --good: light-dark(#15803d, #86efac);
  --good-ground: light-dark(#ecfdf3, #14321f); --note: light-dark(#92400e, #fcd34d);
  --note-ground: light-dark(#fffbeb, #33240a); --radius: .6rem; --side: 13.5rem;
}
@view-transition { navigation: auto; }
@media (prefers-reduced-motion: reduce) { @view-transition { navigation: none; } }
::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation-duration: .12s; }
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; }
body {
  margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere;
}
h1 { font-size: clamp(1.4rem, 3.5vw, 1.75rem); line-height: 1.2; margin: 0; text-wrap: balance; }
h1:focus, main:focus { outline: none; }
h2 { font-size: 1.1rem; line-height: 1.3; margin: 0 0 .35rem; }
h3 { font-size: 1rem; margin: 0 0 .25rem; }
p { margin: 0 0 .9rem; }
a { color: inherit; text-underline-offset: .18em; }
:focus-visible { outline: 3px solid var(--star); outline-offset: 2px; border-radius: .25rem; }
.soft, .hint { color: var(--soft); }
.hint { display: block; font-size: .9rem; font-weight: 400; }
.wrong { display: block; color: var(--wrong); font-size: .9rem; font-weight: 600; }
.skip { position: fixed; inset: .5rem auto auto .5rem; z-index: 9; padding: .6rem 1rem; background: var(--paper); }
.skip:not(:focus) { clip-path: inset(50%); height: 1px; width: 1px; overflow: hidden; white-space: nowrap; padding: 0; }

button, .button {
  display: inline-flex; align-items: center; justify-content: center; gap: .4rem; min-height: 2.5rem;
  padding: .45rem 1.1rem; border: 1px solid var(--action); border-radius: var(--radius); background: var(--action);
  color: var(--on-action); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer;
}
button:hover, .button:hover { opacity: .88; }
.second { background: var(--paper); color: var(--ink); border-color: var(--line); }
.second:hover { background: var(--hover); opacity: 1; }
.danger { background: var(--paper); color: var(--wrong); border-color: var(--wrong); }
.danger:hover { background: var(--wrong-ground); opacity: 1; }
.quiet { background: none; border-color: transparent; color: inherit; }
.quiet:hover { background: var(--hover); opacity: 1; }
input:not([type=checkbox], [type=radio]), textarea, select {
  width: 100%; min-height: 2.75rem; margin-top: .35rem; padding: .55rem .75rem; font: inherit; color: inherit;
  background: var(--paper); border: 1px solid var(--line); border-radius: var(--radius);
}
[aria-invalid=true] { border: 2px solid var(--wrong) !important; }
.label { display: block; font-weight: 600; }
form.fields { display: grid; gap: 1.1rem; max-width: 26rem; margin-top: 1.1rem; justify-items: start; }
form.fields > div { width: 100%; }
.card {
  background: var(--paper); border: 1px solid var(--faint); border-radius: 1rem;
  padding: clamp(1rem, 3vw, 1.6rem); margin-bottom: 1rem;
}
.card > :last-child { margin-bottom: 0; }
.said, .problem {
  display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; margin: 0 0 1.1rem; padding: .7rem 1rem;
  border-radius: var(--radius); background: var(--good-ground); color: var(--good);
}
.problem { background: var(--wrong-ground); color: var(--wrong); font-weight: 600; }
.note { border-radius: var(--radius); padding: .7rem 1rem; background: var(--note-ground); color: var(--note); }

.bar {
  position: sticky; top: 0; z-index: 2; display: flex; align-items: center; gap: .25rem; height: 3.5rem;
  padding: 0 clamp(.5rem, 2vw, 1.25rem); background: var(--paper); border-bottom: 1px solid var(--faint);
  view-transition-name: bar;
}
.bar button { padding-inline: .6rem; white-space: nowrap; }
.bar .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.home {
  display: flex; align-items: center; gap: .6rem; min-width: 0; min-height: 2.5rem; margin-inline-end: auto;
  font-weight: 600; text-decoration: none;
}
.initial {
  flex: none; display: grid; place-items: center; width: 2rem; height: 2rem; border-radius: 50%;
  background: var(--action); color: var(--on-action); text-transform: uppercase;
}
.drop[popover] {
  inset: 3.25rem .75rem auto auto; min-width: 14rem; max-width: calc(100vw - 1.5rem); margin: 0; padding: .5rem;
  border: 1px solid var(--faint); border-radius: var(--radius); background: var(--paper); color: var(--ink);
  box-shadow: 0 .5rem 2rem rgb(0 0 0 / .18);
}
.drop p { margin: .35rem .6rem .6rem; }
.drop button, .drop a { width: 100%; justify-content: flex-start; text-align: start; font-weight: 400; }
.drop a { display: flex; align-items: center; min-height: 2.5rem; padding: .45rem .6rem; text-decoration: none; }
.drop a:hover { background: var(--hover); border-radius: var(--radius); }
.drop [aria-current] { font-weight: 600; }

.side ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .15rem; }
.side a {
  display: flex; align-items: center; justify-content: space-between; gap: .5rem; min-height: 2.5rem;
  padding: .35rem .75rem; border-radius: var(--radius); text-decoration: none; color: var(--soft);
}
.side a:hover { background: var(--hover); color: var(--ink); }
.side [aria-current] { background: var(--hover); color: var(--ink); font-weight: 600; }
.side[popover] { margin: 0; border: 0; background: var(--paper); color: var(--ink); padding: 1rem .75rem; }
.side[popover]:popover-open {
  position: fixed; inset: 0 auto 0 0; width: min(18rem, 85vw); height: 100dvh; max-height: none;
  border-inline-end: 1px solid var(--faint);
}
.side::backdrop { background: rgb(0 0 0 / .4); }
main { padding: clamp(1rem, 3vw, 2rem) clamp(.75rem, 3vw, 2rem) 4rem; max-width: 64rem; min-width: 0; }
.head { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; margin-bottom: 1.1rem; }
.head > :nth-child(2) { margin-inline-start: auto; }
.tabs { display: flex; flex-wrap: wrap; gap: .25rem; margin: 0 0 1.25rem; padding: 0; list-style: none; }
.tabs a {
  display: flex; align-items: center; min-height: 2.5rem; padding: .35rem .9rem; border: 1px solid var(--faint);
  border-radius: 2rem; background: var(--paper); text-decoration: none;
}
.tabs [aria-current] { background: var(--action); border-color: var(--action); color: var(--on-action); }
@media (min-width: 60rem) {
  .frame { display: grid; grid-template-columns: var(--side) minmax(0, 1fr); max-width: 84rem; }
  .side[popover] {
    display: block; position: sticky; inset: 3.5rem auto auto 0; width: var(--side); height: auto;
    padding: 2rem .75rem 2rem clamp(.5rem, 2vw, 1.25rem); background: none; align-self: start;
  }
  .opens-side { display: none; }
}
.alone { display: grid; justify-items: center; min-height: 100dvh; align-content: center; padding: 1rem .75rem; }
.alone main { width: 100%; max-width: 26rem; padding: 0; }
.alone .card { margin: 0; }
.alone h1 { margin-bottom: .75rem; }
.alone .brand { display: flex; align-items: center; gap: .6rem; font-weight: 600; margin: 0 0 1rem; }
.alone form.fields button { width: 100%; }
.after { margin: 1.25rem 0 0; }
.plain { list-style: none; margin: 0; padding: 0; }
.rows > li {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1rem;
  padding: .75rem 0; border-top: 1px solid var(--faint);
}
.rows > li:first-child { border-top: 0; }
.tag { padding: .1rem .5rem; border-radius: 1rem; background: var(--hover); font-size: .85rem; }
.below { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; margin-top: .75rem; }
.below .hint { flex: 1 1 14rem; }
.qr {
  display: block; margin-bottom: .9rem; width: 12rem; max-width: 100%; height: auto; padding: .75rem;
  border-radius: var(--radius); background: #fff;
}
.codes { columns: 2 9rem; font: 1rem/1.9 ui-monospace, monospace; margin: 0 0 1rem; padding: 0; list-style: none; }
code { font: .92em ui-monospace, monospace; }
`;
