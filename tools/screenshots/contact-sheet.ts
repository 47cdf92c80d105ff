/** All pictures on one page: a row for each subject and state, the viewers beside each other. */
import type { Picture } from './plan.ts';

const style = `
:root { color-scheme: light dark; font: 14px/1.4 system-ui, sans-serif }
body { margin: 1rem }
nav { columns: 14rem; margin-block: 1rem }
h2 { position: sticky; top: 0; margin: 2rem 0 0; padding: 0.5rem 0; background: Canvas; font-size: 1.1rem }
h3 { margin: 0.75rem 0 0.25rem; font-size: 0.9rem }
.row { display: flex; flex-wrap: wrap; align-items: start; gap: 0.5rem }
figure { margin: 0 }
figcaption { color: GrayText }
img { display: block; max-width: 20rem; max-height: 30rem; border: 1px solid #8884; background: #8882 }
.narrow img { max-width: 9rem }`;

export function contactSheet(pictures: readonly Picture[]): string {
  const subjects = Map.groupBy(pictures, ({ subject }) => subject);
  const links = [...subjects.keys()].map((subject) => `<li><a href="#${subject}">${subject}</a></li>`);
  const sections = [...subjects].map(([subject, all]) => {
    const rows = [...Map.groupBy(all, ({ state }) => state ?? '')].map(([state, row]) => rowOf(state, row));
    return `<section><h2 id="${subject}">${subject}</h2>${rows.join('')}</section>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Screenshots</title><style>${style}</style>
</head><body><h1>${pictures.length} pictures</h1><nav><ul>${links.join('')}</ul></nav>
${sections.join('\n')}</body></html>\n`;
}

function rowOf(state: string, pictures: readonly Picture[]): string {
  return `${state && `<h3>${state}</h3>`}<div class="row">${pictures.map(figure).join('')}</div>`;
}

function figure({ file, language, width, scheme }: Picture): string {
  const caption = `${language} ${width} ${scheme}`;
  return `<figure${width < 600 ? ' class="narrow"' : ''}><a href="${file}">
<img src="${file}" alt="${caption}" loading="lazy"></a><figcaption>${caption}</figcaption></figure>`;
}
