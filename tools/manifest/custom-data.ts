/** Tells editors of the elements: VS Code's custom data, made of the custom elements manifest. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tagsOf, type CustomElementsManifest } from '../elements-package/element-types.ts';

/** Values that an editor can offer. */
const values: Readonly<Record<string, readonly string[]>> = { theme: ['auto', 'light', 'dark'] };

/** Writes `vscode.html-custom-data.json` beside the manifest in this folder. */
export function writeCustomData(folder: string): void {
  const manifest = JSON.parse(readFileSync(join(folder, 'custom-elements.json'), 'utf8')) as CustomElementsManifest;
  const tags = tagsOf(manifest).map(({ tagName, description, attributes = [], events = [] }) => ({
    name: tagName,
    description: [description, ...events.map((event) => `- \`${event.name}\`: ${event.description}`)].join('\n'),
    attributes: attributes.map(({ name, description: meaning }) => ({
      name,
      description: meaning,
      ...(values[name] ? { values: values[name].map((value) => ({ name: value })) } : {}),
    })),
  }));
  writeFileSync(join(folder, 'vscode.html-custom-data.json'), `${JSON.stringify({ version: 1.1, tags }, null, 2)}\n`);
}
