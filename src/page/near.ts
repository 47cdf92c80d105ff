/** So far below or above the viewport loading begins. */
export const NEAR: IntersectionObserverInit = { rootMargin: '600px' };

/** Calls back when the element comes near the viewport, or is near already. */
export function whenNear(element: Element, callback: () => void): void {
  new IntersectionObserver((entries, observer) => {
    if (!entries.at(-1)!.isIntersecting) return;
    observer.disconnect();
    callback();
  }, NEAR).observe(element);
}
