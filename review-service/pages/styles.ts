export const styles = `
:root {
  color-scheme: light dark;
  --ink: #1c1917; --soft: #57534e; --paper: #fff; --ground: #f5f5f4; --line: #a8a29e; --faint: #e7e5e4;
  --star: #b45309; --empty: #a8a29e; --action: #1c1917; --on-action: #fff; --wrong: #b91c1c; --wrong-ground: #fef2f2;
  --good: #15803d; --good-ground: #dcfce7;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #f5f5f4; --soft: #b8b2ac; --paper: #1c1917; --ground: #0c0a09; --line: #78716c; --faint: #35302d;
    --star: #fbbf24; --empty: #78716c; --action: #f5f5f4; --on-action: #1c1917; --wrong: #fca5a5;
    --wrong-ground: #3b1111; --good: #86efac; --good-ground: #14321f;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
header {
  max-width: 40rem; margin: 0 auto; padding: 1rem clamp(1rem, 5vw, 2.5rem) 0; display: flex; align-items: center;
  gap: .65rem; font-weight: 600; overflow-wrap: anywhere;
}
.initial {
  flex: none; display: grid; place-items: center; width: 2.25rem; height: 2.25rem; border-radius: 50%;
  background: var(--action); color: var(--on-action); text-transform: uppercase;
}
main { max-width: 40rem; margin: 0 auto; padding: clamp(1rem, 5vw, 3rem) clamp(1rem, 5vw, 2.5rem); }
@media (min-width: 44rem) {
  main { background: var(--paper); border: 1px solid var(--faint); border-radius: 1rem; margin-block: 1.25rem 4rem; }
  header { padding: 2.5rem .25rem 0; }
}
h1 {
  font-size: clamp(1.5rem, 5vw, 2rem); line-height: 1.2; margin: 0 0 .5rem; text-wrap: balance; overflow-wrap: anywhere;
}
h2 { font-size: 1.05rem; margin: 0 0 .25rem; }
p { margin: 0 0 1rem; }
.soft, .hint { color: var(--soft); }
.hint { display: block; font-size: .9rem; font-weight: 400; }
form { margin-top: 1.75rem; display: grid; gap: 1.5rem; }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
legend, .label { display: block; padding: 0; font-weight: 600; }
input[type=text], input[type=email], input[type=password], textarea, select {
  width: 100%; margin-top: .4rem; padding: .65rem .75rem; font: inherit; color: inherit;
  background: var(--paper); border: 1px solid var(--line); border-radius: .5rem;
}
textarea { min-height: 10rem; resize: vertical; display: block; }
:focus-visible { outline: 3px solid var(--star); outline-offset: 2px; }
input[aria-invalid=true][name], textarea[aria-invalid=true], select[aria-invalid=true] {
  border: 2px solid var(--wrong);
}
.wrong { display: block; color: var(--wrong); font-size: .9rem; font-weight: 600; }
.summary {
  background: var(--wrong-ground); border-left: 4px solid var(--wrong); border-radius: .25rem; padding: .9rem 1.1rem;
  margin-top: 1.5rem;
}
.summary ul { margin: 0; padding-left: 1.1rem; }
.summary a { color: var(--wrong); }
.stars { display: flex; flex-wrap: wrap; align-items: center; margin: .25rem 0 0 -.45rem; }
.stars label {
  position: relative; display: grid; place-items: center; min-width: 2.9rem; min-height: 2.9rem; cursor: pointer;
  color: var(--empty); font-size: 2.3rem; line-height: 1;
}
.stars input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.stars label:has(input:checked), .stars label:has(~ label input:checked) { color: var(--star); }
.stars:hover label:has(input:not([value=""])) { color: var(--empty); }
.stars label:hover:has(input:not([value=""])), .stars label:has(~ label:hover):has(input:not([value=""])) {
  color: var(--star);
}
.stars .none:hover ~ label { color: var(--empty); }
.stars label:has(:focus-visible) { outline: 3px solid var(--star); outline-offset: -2px; border-radius: .5rem; }
.stars .word {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.small .stars label { min-width: 2.1rem; min-height: 2.1rem; font-size: 1.6rem; }
.small .stars .none { font-size: .85rem; color: var(--soft); padding: 0 .6rem; order: 1; }
.small .stars .none:has(input:checked) { color: var(--ink); font-weight: 600; }
@supports not selector(:has(*)) { .stars input { position: static; width: auto; height: auto; opacity: 1; } }
@media (forced-colors: active) { .stars input { position: static; width: 1.5rem; height: 1.5rem; opacity: 1; } }
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
.order { color: var(--soft); font-size: .9rem; margin-bottom: .35rem; overflow-wrap: anywhere; }
input[type=file] {
  display: block; width: 100%; margin-top: .5rem; padding: .9rem; font: inherit; font-size: .9rem; color: var(--soft);
  border: 1.5px dashed var(--line); border-radius: .75rem;
}
input[type=file]::file-selector-button {
  margin-right: .9rem; padding: .5rem 1rem; border: 0; border-radius: 999px; font: inherit; font-weight: 600;
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
.what :is(h2, h3) { font-size: 1.05rem; line-height: 1.3; margin: 0; min-width: 0; overflow-wrap: anywhere; }
.what img, .kept img { flex: none; object-fit: cover; border-radius: .6rem; background: var(--faint); }
.product .stars .none { font-size: .85rem; min-width: 0; color: var(--soft); padding: 0 .6rem; order: 1; }
.product .stars .none:has(input:checked):not(:has(:focus-visible)) {
  position: absolute; min-width: 0; min-height: 0; width: 1px; height: 1px; padding: 0; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap;
}
.more { display: grid; gap: 1.5rem; }
.product:has(.stars .none input:checked) .more:not(.open) { display: none; }
.done { color: var(--good); font-weight: 600; margin: 0; }
.choices { display: grid; gap: .75rem; }
.choices label {
  display: flex; align-items: flex-start; gap: .75rem; margin-top: .75rem; padding: .9rem 1rem;
  border: 1px solid var(--line); border-radius: .75rem; cursor: pointer; min-width: 0; overflow-wrap: anywhere;
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
.trap { position: absolute; left: -999rem; }
`;
