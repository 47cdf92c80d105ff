/** Distance from the viewport at which loading starts. */
export const NEAR: IntersectionObserverInit = { rootMargin: '600px' };

/** Calls back once the element is near the viewport. */
export function whenNear(element: Element, callback: () => void): void {
  new IntersectionObserver((entries, observer) => {
    if (!entries.at(-1)!.isIntersecting) return;
    observer.disconnect();
    callback();
  }, NEAR).observe(element);
}
