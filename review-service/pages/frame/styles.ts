/** Colours and font are those of the shop; see look/page-styles.ts. */
export const styles = `
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font-size: 1rem; line-height: 1.55; }
header {
  max-width: 40rem; margin: 0 auto; padding: 1rem clamp(1rem, 5vw, 2.5rem) 0; display: flex; align-items: center;
  gap: .65rem; font-weight: 600; overflow-wrap: anywhere; color: var(--on-ground);
}
.logo { flex: none; }
.initial {
  flex: none; display: grid; place-items: center; width: 2.25rem; height: 2.25rem; border-radius: 50%;
  background: var(--action); color: var(--on-action); text-transform: uppercase;
}
main {
  max-width: 40rem; margin: 1rem auto 0; padding: clamp(1rem, 5vw, 3rem) clamp(1rem, 5vw, 2.5rem);
  background: var(--paper); border-block: 1px solid var(--faint); overflow-wrap: anywhere;
}
@media (min-width: 44rem) {
  main { border: 1px solid var(--faint); border-radius: 1rem; margin-block: 1.25rem 4rem; }
  header { padding: 2.5rem .25rem 0; }
}
h1 {
  font-size: clamp(1.5rem, 5vw, 2rem); line-height: 1.2; margin: 0 0 .5rem; text-wrap: balance;
}
h2 { font-size: 1.05rem; margin: 0 0 .25rem; }
p { margin: 0 0 1rem; }
.soft, .hint { color: var(--soft); }
.hint { display: block; font-size: .9rem; font-weight: 400; }
form { margin-top: 1.75rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.5rem; }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
legend, .label { display: block; padding: 0; font-weight: 600; }
input[type=text], input[type=email], input[type=password], textarea, select {
  width: 100%; margin-top: .4rem; padding: .65rem .75rem; font: inherit; color: inherit;
  background: var(--paper); border: 1px solid var(--line); border-radius: .5rem;
}
textarea { min-height: 10rem; resize: vertical; display: block; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
a:not(.button) { color: var(--link); }
input[aria-invalid=true][name], textarea[aria-invalid=true], select[aria-invalid=true] {
  border: 2px solid var(--wrong);
}
.wrong { display: block; color: var(--wrong); font-size: .9rem; font-weight: 600; }
.summary {
  background: var(--wrong-ground); border-inline-start: 4px solid var(--wrong); border-radius: .25rem;
  padding: .9rem 1.1rem; margin-top: 1.5rem;
}
.summary ul { margin: 0; padding-inline-start: 1.1rem; }
.summary a:not(.button) { color: var(--wrong); }
.stars {
  display: flex; flex-wrap: wrap; align-items: center; margin-block-start: .25rem; margin-inline-start: -.45rem;
}
.stars label {
  position: relative; display: grid; place-items: center; min-width: 2.9rem; min-height: 2.9rem; cursor: pointer;
}
.stars svg {
  width: 2.1rem; height: 2.1rem; fill: none; stroke: var(--line); stroke-width: 1.5; stroke-linejoin: round;
}
.stars input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.stars label:has(input:checked) svg, .stars label:has(~ label input:checked:not([value=""])) svg {
  fill: var(--star); stroke: var(--star);
}
.said { color: var(--soft); padding-inline: .5rem; }
.said > span { display: none; }
.stars:has(input[value="1"]:checked) .said-1, .stars:has(input[value="2"]:checked) .said-2,
.stars:has(input[value="3"]:checked) .said-3, .stars:has(input[value="4"]:checked) .said-4,
.stars:has(input[value="5"]:checked) .said-5 { display: inline; }
@media (hover: hover) {
  .stars:has(label:hover input:not([value=""])) svg { fill: none; stroke: var(--line); }
  .stars label:hover:has(input:not([value=""])) svg, .stars label:has(~ label:hover input:not([value=""])) svg {
    fill: var(--star); stroke: var(--star);
  }
  .stars:has(label:hover input:not([value=""])) .said > span { display: none; }
  .stars:has(label:hover input[value="1"]) .said .said-1, .stars:has(label:hover input[value="2"]) .said .said-2,
  .stars:has(label:hover input[value="3"]) .said .said-3, .stars:has(label:hover input[value="4"]) .said .said-4,
  .stars:has(label:hover input[value="5"]) .said .said-5 { display: inline; }
}
.stars label:has(:focus-visible) { outline: 3px solid var(--link); outline-offset: -2px; border-radius: .5rem; }
.stars .none { font-size: .9rem; color: var(--link); padding-inline: .6rem; text-decoration: underline; }
.word, .stars:not(:has(input:checked:not([value=""]))) .none:not(:has(:focus-visible)) {
  position: absolute; min-width: 0; min-height: 0; width: 1px; height: 1px; padding: 0; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap;
}
.small .stars label { min-width: 2.1rem; min-height: 2.1rem; }
.small .stars svg { width: 1.5rem; height: 1.5rem; }
.small .said { font-size: .9rem; }
@media (pointer: coarse) {
  .stars label, .small .stars label { min-width: 44px; min-height: 44px; }
  .kept label { min-height: 44px; }
}
@supports not selector(:has(*)) { .stars input { position: static; width: auto; height: auto; opacity: 1; } }
@media (forced-colors: active) {
  .stars svg { stroke: CanvasText; }
  .stars label:has(input:checked) svg, .stars label:has(~ label input:checked:not([value=""])) svg {
    fill: Highlight; stroke: Highlight;
  }
}
details { border: 1px solid var(--faint); border-radius: .75rem; padding: 0 1rem; }
summary { padding: .8rem 0; cursor: pointer; font-weight: 600; }
.aspects {
  display: grid; gap: .75rem 1.5rem; padding-bottom: 1rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr));
}
.small legend { font-weight: 500; }
button, .button {
  justify-self: start; display: inline-block; padding: .8rem 1.6rem; border: 0; border-radius: 999px; font: inherit;
  font-weight: 600;
  color: var(--on-action); background: var(--action); cursor: pointer; text-decoration: none;
}
button:hover, .button:hover { opacity: .88; }
.second { color: var(--ink); background: transparent; box-shadow: inset 0 0 0 1.5px var(--line); }
.send { border-top: 1px solid var(--faint); padding-top: 1.5rem; }
.send .hint { margin: .75rem 0 0; }
.again { margin-top: 1rem; }
.order { color: var(--soft); font-size: .9rem; margin-bottom: .35rem; }
input[type=file] {
  display: block; width: 100%; margin-top: .5rem; padding: .9rem; font: inherit; font-size: .9rem; color: var(--soft);
  border: 1.5px dashed var(--line); border-radius: .75rem;
}
input[type=file]::file-selector-button {
  margin-inline-end: .9rem; padding: .5rem 1rem; border: 0; border-radius: 999px; font: inherit; font-weight: 600;
  color: var(--ink); background: var(--faint); cursor: pointer;
}
input.code { max-width: 14rem; font-size: 1.5rem; letter-spacing: .3em; font-variant-numeric: tabular-nums; }
.products { display: grid; gap: 1rem; }
.products .hint { margin: 0; }
.product {
  background: var(--paper); border: 1px solid var(--faint); border-radius: 1rem; padding: 1.1rem; display: grid;
  gap: 1rem; min-width: 0;
}
.what { display: flex; align-items: center; gap: 1rem; }
.what :is(h2, h3) { font-size: 1.05rem; line-height: 1.3; margin: 0; min-width: 0; }
.what img, .kept img { flex: none; object-fit: cover; border-radius: .6rem; background: var(--faint); }
.more { display: grid; gap: 1.5rem; }
.product:has(.stars .none input:checked) .more:not(.open) { display: none; }
.done { color: var(--good); font-weight: 600; margin: 0; }
.choices { display: grid; gap: .75rem; }
.choices label {
  display: flex; align-items: flex-start; gap: .75rem; margin-top: .75rem; padding: .9rem 1rem;
  border: 1px solid var(--line); border-radius: .75rem; cursor: pointer; min-width: 0;
}
.choices label:has(input:checked) { box-shadow: inset 0 0 0 1.5px var(--action); border-color: var(--action); }
.choices input { flex: none; width: 1.25rem; height: 1.25rem; margin: .15rem 0 0; accent-color: var(--action); }
.kept { display: flex; flex-wrap: wrap; gap: 1rem; }
.kept label { display: grid; gap: .4rem; font-size: .9rem; cursor: pointer; min-height: 1.5rem; }
.kept input { width: 1.25rem; height: 1.25rem; vertical-align: -.25rem; accent-color: var(--action); }
.mark {
  display: grid; place-items: center; width: 3.5rem; height: 3.5rem; margin: 0 0 1.25rem; border-radius: 50%;
  background: var(--good-ground); color: var(--good); font-size: 1.75rem; line-height: 1; font-weight: 700;
}
.previews { list-style: none; margin: .75rem 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: .6rem; }
.previews:empty { display: none; }
.previews li { font-size: .85rem; }
.previews img { display: block; object-fit: cover; border-radius: .6rem; background: var(--faint); }
[dir=rtl] :is(input[type=email], input.code) { direction: ltr; text-align: end; }
.trap { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
`;
