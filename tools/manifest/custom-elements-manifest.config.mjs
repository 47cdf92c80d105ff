/** Gives each event the type of its detail, and leaves out what is public between our own files alone. */
const ours = {
  name: 'ours',
  analyzePhase({ ts, node, moduleDoc }) {
    if (!ts.isClassDeclaration(node)) return;
    const declaration = moduleDoc.declarations?.find(({ name }) => name === node.name?.text);
    const hidden = node.members
      .filter((member) => /@internal|\bstate: true/.test(member.getFullText()) && member.name)
      .map((member) => member.name.getText());
    // A property that Lit calls state is no attribute.
    for (const member of node.members) {
      if (member.name?.getText() !== 'properties') continue;
      for (const [, name] of member.getText().matchAll(/(\w+): \{[^}]*state: true[^}]*\}/g)) hidden.push(name);
      hidden.splice(hidden.indexOf('properties'), 1);
    }
    for (const key of ['members', 'attributes'])
      if (declaration?.[key])
        declaration[key] = declaration[key].filter(({ name, fieldName }) => !hidden.includes(fieldName ?? name));
  },
  packageLinkPhase({ customElementsManifest }) {
    // The analyzer takes files as the disk happens to answer; the same sources are to give the same manifest.
    customElementsManifest.modules.sort((one, other) => (one.path < other.path ? -1 : 1));
    for (const { declarations = [] } of customElementsManifest.modules) {
      for (const { events = [] } of declarations)
        for (const event of events)
          if (event.name.startsWith('plaudit-')) event.type = { text: `CustomEvent<EventDetails['${event.name}']>` };
    }
  },
};

export default {
  globs: ['src/elements/*/*.ts', 'src/element/{element,list,reviews}.ts', 'src/page/events.ts'],
  litelement: true,
  outdir: 'dist/widgets',
  packagejson: false,
  quiet: true,
  plugins: [ours],
};
