import DefaultTheme from 'vitepress/theme-without-fonts';
import { LiveExample } from './live-example.ts';
import './style.css';
import type { Theme } from 'vitepress';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('LiveExample', LiveExample);
  },
} satisfies Theme;
