import { cssText } from './css-text.ts';

/** Styles of all elements, based on the shop's own font and colours. */
export const essentials: string = cssText`
  :host(:not([hidden])) {
    display: block;
    line-height: 1.5;
    /* The page's rules for its own lines would cut ours. */
    white-space: normal;
  }
  /* Placeholders fill the room kept, whatever its height. */
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
    /* As high as a line, so that words which arrive later beside them move nothing. */
    height: 1.5em;
    flex: none;
  }
  .stars:dir(rtl) {
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
    /* Placeholders consist of backgrounds, which forced colours would remove. */
    forced-color-adjust: none;
  }
`;
