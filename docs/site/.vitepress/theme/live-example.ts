/** An example in a page of its own, as in a shop: no style of the site reaches it, and none of it the site. */
import { useData } from 'vitepress';
import { defineComponent, h, onBeforeUnmount, onMounted, ref, watch } from 'vue';

export const LiveExample = defineComponent({
  props: { document: { type: String, required: true } },
  setup(props) {
    const { isDark } = useData();
    const frame = ref<HTMLIFrameElement>();
    const sizes =
      typeof ResizeObserver === 'undefined'
        ? null
        : new ResizeObserver(([entry]) => {
            if (frame.value) frame.value.style.blockSize = `${Math.ceil(entry!.borderBoxSize[0]!.blockSize)}px`;
          });

    function fit(): void {
      const page = frame.value?.contentDocument;
      if (!page?.body) return;
      sizes?.disconnect();
      sizes?.observe(page.documentElement, { box: 'border-box' });
      const scheme = page.querySelector('[data-scheme]');
      if (scheme) scheme.textContent = `:root{color-scheme:${isDark.value ? 'dark' : 'light'}}`;
    }
    // It may have loaded before the site's own script did.
    onMounted(fit);
    onBeforeUnmount(() => sizes?.disconnect());
    watch(isDark, fit);
    return () =>
      h('iframe', {
        ref: frame,
        class: 'live-example',
        title: 'Example',
        loading: 'lazy',
        srcdoc: props.document,
        onLoad: fit,
      });
  },
});
