/** The elements in Svelte's markup: attributes, properties and events such as `onplaudit-ready`. */
import type { HTMLAttributes } from 'svelte/elements';
import type { AttributesByTag, ElementByTag, EventsByTag } from './elements.js';

type Listeners<Events> = {
  [Name in keyof Events & string as `on${Name}`]?: ((event: Events[Name]) => void) | null | undefined;
};

type PlauditElements = {
  [Tag in keyof ElementByTag]: HTMLAttributes<ElementByTag[Tag]> & AttributesByTag[Tag] & Listeners<EventsByTag[Tag]>;
};

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends PlauditElements {}
}
