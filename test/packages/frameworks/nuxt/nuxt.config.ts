export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  vue: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('plaudit-') } },
  typescript: { tsConfig: { compilerOptions: { types: ['plaudit-elements/vue'] } } },
  runtimeConfig: { public: { reviews: 'https://reviews.your-shop.example/' } },
});
