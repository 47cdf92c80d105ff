/** The elements in Vue's templates: attributes, properties and events such as `@plaudit-ready`. */
import type { HTMLAttributes, PublicProps } from 'vue';
import type { AttributesByTag, ElementByTag, EventsByTag } from './elements.js';

type Listeners<Events> = {
  [Name in keyof Events as Name extends `plaudit-${infer Rest}` ? `onPlaudit${Capitalize<Rest>}` : never]?:
    | ((event: Events[Name]) => void)
    | undefined;
};

type PlauditElements = {
  [Tag in keyof ElementByTag]: new () => ElementByTag[Tag] & {
    $props: HTMLAttributes & PublicProps & AttributesByTag[Tag] & Listeners<EventsByTag[Tag]>;
  };
};

declare module 'vue' {
  interface GlobalComponents extends PlauditElements {}
}
