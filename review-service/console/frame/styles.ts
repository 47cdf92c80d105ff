import { figureStyles } from './figure-styles.ts';
import { toolStyles } from './tool-styles.ts';

/** The style sheet of the console: of its frame, and of what all its pages are made of. */
export const styles = `${toolStyles}
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
form.wide { max-width: 46rem; }
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
.problem p { margin: 0 0 .25rem; }
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
form.pairs {
  max-width: 46rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr));
  align-items: start;
}
form.pairs > button { grid-column: 1 / -1; justify-self: start; }
.find { display: flex; flex-wrap: wrap; align-items: end; gap: .75rem 1rem; }
.find > :not(button) { flex: 1 1 12rem; }
:is(.find, .pairs) .choice { width: 100%; }
:is(.find, .fields) .choice .label { font-size: 1rem; }
.fields .choice { width: min(100%, 24rem); }
.choice + .hint { margin-top: .35rem; }
.card > form.fields:first-child { margin-top: 0; }
.find > button { min-height: 2.75rem; }
.rows .what { flex: 1 1 16rem; min-width: 0; }
.in-line > span { display: inline-block; max-width: 100%; }
.rows .fate { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; }
.is-refused, .is-given-up { background: var(--wrong-ground); color: var(--wrong); }
.is-written { background: var(--good-ground); color: var(--good); }
.is-waiting { background: var(--note-ground); color: var(--note); }
input[type=file] { border-style: dashed; padding: 1.5rem .75rem; }
.mail {
  display: block;
  width: 100%;
  height: 46rem;
  border: 1px solid var(--faint);
  border-radius: 1rem;
  background: #fff;
  margin-bottom: 1rem;
}
progress { width: min(100%, 30rem); height: .75rem; accent-color: var(--action); }
code { font: .92em ui-monospace, monospace; }

.line { display: flex; flex-wrap: wrap; align-items: baseline; gap: .15rem .75rem; margin: 0 0 .35rem; }
.strong { font-weight: 600; }
.text { white-space: pre-line; max-width: 70ch; }
.stars { color: var(--star); letter-spacing: .08em; white-space: nowrap; }
.stars .none { color: var(--line); opacity: .45; }
.state {
  flex: none; padding: .1rem .65rem; border-radius: 2rem; font-size: .85rem; font-weight: 600; white-space: nowrap;
  background: var(--hover); color: var(--soft);
}
.state.held { background: var(--note-ground); color: var(--note); }
.state.published { background: var(--good-ground); color: var(--good); }
.why { color: var(--note); font-weight: 600; }
.count { font-variant-numeric: tabular-nums; opacity: .75; margin-inline-start: .35rem; }
.card.list { margin-bottom: 1rem; padding: 0; overflow: hidden; }
.row { display: flex; align-items: flex-start; gap: .75rem; padding: .8rem clamp(.8rem, 2vw, 1.25rem); }
.row + .row { border-top: 1px solid var(--faint); }
.row:hover { background: var(--hover); }
.row .main { flex: 1; min-width: 0; }
.row .main > a { display: block; padding: .15rem 0; font-weight: 500; text-decoration: none; }
.row .main > a:hover { text-decoration: underline; }
.row .main > p { margin: 0; }
input[type=date] { height: 2.75rem; }
.act { display: inline-block; font-weight: 600; }
.act::first-letter { text-transform: uppercase; }
.row .line { margin: .1rem 0 0; font-size: .9rem; }
.row input[type=checkbox] {
  flex: none; width: 1.5rem; height: 1.5rem; margin: .15rem 0 0; accent-color: var(--action);
}
.bulk { display: flex; flex-wrap: wrap; align-items: end; gap: .75rem; }
@media (min-width: 48rem) {
  .bulk { position: sticky; bottom: .5rem; z-index: 1; }
  html:has(.bulk) { scroll-padding-bottom: 9rem; }
}
@media (max-width: 40rem) {
  .row { flex-wrap: wrap; }
  .row .main { flex-basis: calc(100% - 2.25rem); }
  .row:has(input) .state { margin-inline-start: 2.25rem; }
}
.bulk > .label { align-self: center; }
.bulk .choice { flex: 0 1 13rem; }
.choice { display: block; }
.choice .label { font-size: .9rem; }
.filters .search { display: grid; grid-template-columns: 1fr auto; gap: .35rem .6rem; align-items: end; }
.filters .search .label { grid-column: 1 / -1; }
.filters .search input { margin: 0; }
.filters .search button { min-height: 2.75rem; }
.filters details { margin-top: .75rem; }
.filters details p { margin: .9rem 0 0; }
.filters details a { display: inline-block; padding: .25rem 0; }
summary { cursor: pointer; min-height: 1.75rem; width: fit-content; font-weight: 600; }
.choices {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 11rem), 1fr)); gap: .75rem;
  margin-top: .6rem;
}
.pages {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: .5rem 1rem; margin: 1rem 0;
}
.orders { display: flex; gap: 1.25rem; margin: 0 0 .75rem; }
.orders a { display: inline-flex; align-items: center; min-height: 1.75rem; }
.orders [aria-current] { font-weight: 600; text-decoration: none; }
.end { text-align: center; color: var(--soft); margin: 1.5rem 0; }
.end.empty { padding: 3rem 1rem; font-size: 1.1rem; color: var(--ink); }
.item { display: grid; gap: 0 1rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 52rem) {
  .item { grid-template: auto 1fr / minmax(0, 1fr) minmax(17rem, 21rem); align-items: start; }
  .item > :nth-child(2) { grid-area: 1 / 2 / span 2; }
}
.acts { display: grid; gap: 1.25rem; }
.acts form { display: grid; gap: .5rem; justify-items: start; margin: 0; }
.acts details form { margin-top: .75rem; }
.acts form + :is(form, details) { border-top: 1px solid var(--faint); padding-top: 1.25rem; }
.acts form > button:only-of-type { width: 100%; }
.acts .label { margin-bottom: -.35rem; }
.acts form > div { width: 100%; }
.acts div > .label { margin-bottom: 0; }
.acts .inline { grid-template-columns: 1fr 1fr; }
.acts .inline .label { grid-column: 1 / -1; margin-bottom: 0; }
.acts .inline button { width: 100%; padding-inline: .5rem; overflow-wrap: normal; }
textarea { resize: vertical; }
kbd {
  padding: 0 .35rem; border: 1px solid currentcolor; border-radius: .3rem; font: .75rem/1.4 ui-monospace, monospace;
  opacity: .75;
}
@media (scripting: none) or (pointer: coarse) { kbd, .keys { display: none; } }
.help {
  border: 1px solid var(--faint); border-radius: 1rem; padding: 1.25rem; background: var(--paper); color: var(--ink);
  width: min(24rem, calc(100vw - 1.5rem)); box-shadow: 0 .5rem 2rem rgb(0 0 0 / .18);
}
.help dl { display: grid; gap: .4rem; margin: .75rem 0; }
.help dl > div { display: grid; grid-template-columns: 5rem 1fr; align-items: baseline; }
.help dd { margin: 0; }
summary kbd { margin-inline-start: .5rem; }
.help:focus-visible { outline: none; }
.help kbd { font-size: .9rem; opacity: 1; }
.tick { display: flex; align-items: center; gap: .6rem; }
.tick input { width: 1.5rem; height: 1.5rem; accent-color: var(--action); }
.beside { display: flex; gap: .5rem; }
.acts details > * + * { margin-top: .5rem; }
.acts .choice .label { font-size: 1rem; margin: 0; }
.acts details, .as-shown iframe { width: 100%; }
.as-shown iframe { display: block; height: 24rem; border: 1px solid var(--faint); border-radius: var(--radius); }
.photos { display: flex; flex-wrap: wrap; gap: .9rem; margin: 0 0 .9rem; }
.photos li { max-width: 100%; }
.photos li:has([open]) { flex: 1 1 100%; }
.photos summary { font-size: .9rem; font-weight: 400; margin-top: .25rem; }
.photos form { display: grid; gap: .5rem; justify-items: start; max-width: 20rem; margin: .5rem 0 .25rem; }
.photos li > form { max-width: 8rem; }
.photos .gone { opacity: .4; }
.photos img { display: block; width: 6.5rem; height: 6.5rem; object-fit: cover; border-radius: var(--radius); }
.reply { border-inline-start: 3px solid var(--faint); padding-inline-start: .9rem; margin-top: 1rem; }
.reply .text { margin: 0; }
.note { margin: 0 0 1rem; }
.above { margin: 0 0 .6rem; }
.more { margin: .75rem 0 1.25rem; }
.spread { width: 100%; max-width: 32rem; margin-bottom: .9rem; border-spacing: 0 .3rem; }
.spread caption { text-align: start; }
.spread th { font-weight: 400; text-align: start; white-space: nowrap; padding-inline-end: .75rem; }
.spread td:last-child {
  text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; padding-inline-start: .75rem;
}
.spread td:nth-child(2) { width: 100%; vertical-align: middle; }
.spread .bar-of { margin: 0; }
.said-most { display: flex; flex-wrap: wrap; gap: .35rem 1.5rem; }
.timeline { list-style: none; margin: .6rem 0 0; padding: 0; }
.timeline li {
  position: relative; display: flex; flex-wrap: wrap; gap: .1rem .75rem; padding: 0 0 .9rem 1.4rem;
  border-inline-start: 2px solid var(--faint);
}
.timeline li:last-child { padding-bottom: 0; }
.timeline li::before {
  content: ""; position: absolute; inset-inline-start: -.41rem; top: .42rem; width: .7rem; height: .7rem;
  border-radius: 50%; background: var(--paper); border: 2px solid var(--line);
}
.timeline .what { font-weight: 600; }
.timeline .what::first-letter { text-transform: uppercase; }
.timeline .when { margin-inline-start: auto; font-size: .9rem; }
.facts { margin: 0 0 .75rem; display: grid; gap: .6rem; }
.facts dt { color: var(--soft); font-size: .9rem; }
.facts dd { margin: 0; }
${figureStyles}`;
