import { cssText } from './css-text.ts';

/** What every element looks like, in the shop's own font and colours. */
export const essentials: string = cssText`
  :host {
    display: block;
    line-height: 1.5;
  }
  :host([hidden]) {
    display: none;
  }
  /* The children stand as they would without us, whatever room the page kept for what did not come. */
  :host(:state(failed)) {
    min-height: 0 !important;
  }
  /* What stands for content fills the room that is kept for it, however much the page keeps. */
  :is(.base, slot, .bone) {
    min-height: inherit;
  }
  .themed {
    background: var(--plaudit-background, light-dark(#fff, #1a1917));
    color: var(--plaudit-color, light-dark(#23201d, #f0ede8));
    border-radius: var(--plaudit-radius, 0.5em);
  }
  .light {
    color-scheme: light;
  }
  .dark {
    color-scheme: dark;
  }
  .stars {
    display: block;
    width: 5.75em;
    height: 1.15em;
    flex: none;
  }
  :dir(rtl):is(.stars, .bone) {
    transform: scaleX(-1);
  }
  .off {
    fill: currentColor;
    opacity: 0.2;
  }
  .on {
    fill: var(--plaudit-star-color, light-dark(#c2660a, #f5b544));
  }
  .bone {
    border-radius: var(--plaudit-radius, 0.5em);
    background: color-mix(in srgb, currentColor 7%, transparent);
    /* It is all background. */
    forced-color-adjust: none;
  }
`;
