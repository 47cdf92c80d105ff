import { elementPages } from '../../../tools/site/element-pages.ts';

export default {
  paths: () => elementPages.map(({ name, markdown }) => ({ params: { name }, content: markdown })),
};
