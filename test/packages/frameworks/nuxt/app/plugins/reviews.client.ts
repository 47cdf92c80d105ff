import { setDefaults } from 'plaudit-elements/defaults';

export default defineNuxtPlugin(() => {
  setDefaults({ proxy: useRuntimeConfig().public.reviews });
  // The elements come after the listeners of the page, which then miss nothing.
  onNuxtReady(() => void import('../elements'));
});
