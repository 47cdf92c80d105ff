/**
 * What fills the review form in and sends it: its fields, the guide through them and the way to the proxy.
 * Loaded as one file with the first form that comes near, and free of imports from the bundle like the lightbox.
 */
export { renderForm } from './fields.ts';
export { takeFiles } from './files.ts';
export { guideWith } from './guide.ts';
export { Sending } from './sending.ts';
