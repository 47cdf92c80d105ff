import 'plaudit/product-reviews';
import 'plaudit/stars';
import { setDefaults } from 'plaudit/defaults';
import { mount as start } from 'svelte';
import App from './App.svelte';

export function mount(proxy: string): void {
  setDefaults({ proxy });
  start(App, { target: document.querySelector('#app')! });
}
