import 'plaudit-elements/product-reviews';
import 'plaudit-elements/stars';
import { setDefaults } from 'plaudit-elements/defaults';
import { mount as start } from 'svelte';
import App from './App.svelte';

export function mount(proxy: string): void {
  setDefaults({ proxy });
  start(App, { target: document.querySelector('#app')! });
}
