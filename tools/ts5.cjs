// lit-analyzer needs the TypeScript 5 JavaScript API, which TypeScript 7 no longer ships; point it at the `typescript5` alias.
const Module = require('node:module');
const resolve = Module._resolveFilename;
Module._resolveFilename = function (id, ...rest) {
  return resolve.call(this, id === 'typescript' ? 'typescript5' : id, ...rest);
};
