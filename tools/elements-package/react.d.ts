/**
 * The elements in React's JSX. React 19 adds a listener for `onplaudit-ready`, and earlier versions need a ref for
 * events.
 */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { AttributesByTag, ElementByTag, EventsByTag } from './elements.js';

type Listeners<Events> = {
  [Name in keyof Events & string as `on${Name}`]?: ((event: Events[Name]) => void) | undefined;
};

type PlauditElements = {
  [Tag in keyof ElementByTag]: DetailedHTMLProps<HTMLAttributes<ElementByTag[Tag]>, ElementByTag[Tag]> &
    AttributesByTag[Tag] &
    Listeners<EventsByTag[Tag]>;
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends PlauditElements {}
  }
}
