/** What an attacker would write where a review is written: 200 pieces of script, 60 addresses. */

/** Each runs `hacked` where it is taken for more than text. */
const scripts = [
  '<script>hacked()</script>',
  '<img src=x onerror=hacked()>',
  '<svg onload=hacked()>',
  '<svg><script>hacked()</script></svg>',
  '<iframe srcdoc="<script>parent.hacked()</script>"></iframe>',
  '<iframe src="javascript:parent.hacked()"></iframe>',
  '<details open ontoggle=hacked()>',
  '<video><source onerror=hacked()></video>',
  '<input autofocus onfocus=hacked()>',
  '<body onload=hacked()>',
  '<style>@import "javascript:hacked()"</style>',
  '<link rel=stylesheet href="data:text/css,*{}" onload=hacked()>',
  '<math><mtext><table><mglyph><style><img src=x onerror=hacked()>',
  '<a href="javascript:hacked()">x</a>',
  '<form action="javascript:hacked()"><button>x</button></form>',
  '<object data="javascript:hacked()"></object>',
  '<embed src="javascript:hacked()">',
  '<base href="javascript:hacked()//">',
  '<meta http-equiv=refresh content="0;url=javascript:hacked()">',
  '<template><script>hacked()</script></template>',
  '<slot name="empty" onslotchange=hacked()></slot>',
  '<plaudit-stars sku="x" onclick=hacked()></plaudit-stars>',
  '<dialog open onclose=hacked()><form method=dialog>',
  '<audio src=x onerror=hacked()>',
  '{{constructor.constructor("hacked()")()}}',
];
/** Ways out of where text stands: an attribute, a comment, an element of text, a template of ours. */
const exits = ['', '"', "'>", '-->', '</textarea>', '</style></script>', '`${hacked()}', '<?lit$1$?><!--?lit$-->'];

export const scriptPayloads: readonly string[] = exits.flatMap((exit) => scripts.map((script) => exit + script));

const schemes = [
  'javascript',
  'JaVaScRiPt',
  'java\tscript',
  'java\nscript',
  'java\rscript',
  '\u0001javascript',
  ' javascript',
  '\u00a0javascript',
  'vbscript',
  'livescript',
  'data',
  'blob',
  'file',
  'filesystem',
  'view-source',
];
const targets = [
  ':hacked()',
  ':text/html,<script>parent.hacked()</script>',
  '://%0Ahacked()',
  ':image/svg+xml,<svg onload=parent.hacked()>',
];

export const addressPayloads: readonly string[] = schemes.flatMap((scheme) => targets.map((target) => scheme + target));

/** The same object with the payload in every text. */
export function poison<Value>(value: Value, payload: string): Value {
  if (typeof value === 'string') return payload as Value;
  if (Array.isArray(value)) return value.map((item: unknown) => poison(item, payload)) as Value;
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, poison(each, payload)])) as Value;
  return value;
}
