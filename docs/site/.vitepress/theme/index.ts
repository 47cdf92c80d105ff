import { defineAsyncComponent } from 'vue';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { LiveExample } from './live-example.ts';
import './style.css';
import type { Theme } from 'vitepress';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('LiveExample', LiveExample);
    // One page needs it.
    app.component(
      'LookEditor',
      defineAsyncComponent(async () => (await import('./look/editor.ts')).LookEditor),
    );
  },
} satisfies Theme;
