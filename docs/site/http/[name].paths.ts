import { httpPages } from '../../../tools/site/http-pages.ts';

export default {
  paths: () => httpPages.map(({ name, markdown }) => ({ params: { name }, content: markdown })),
};
