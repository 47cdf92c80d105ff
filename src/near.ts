const callbacks = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Calls back when the element comes near the viewport, or is near already. */
export function whenNear(element: Element, callback: () => void): void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer!.unobserve(target);
        callbacks.get(target)!();
      }
    },
    // So far below or above the viewport loading begins.
    { rootMargin: '600px' },
  );
  callbacks.set(element, callback);
  observer.observe(element);
}
