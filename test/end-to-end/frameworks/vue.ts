import 'plaudit-elements/product-reviews';
import 'plaudit-elements/stars';
import { setDefaults } from 'plaudit-elements/defaults';
import { createApp, h, ref } from 'vue';

const app = {
  setup() {
    const sku = ref('DEMO-001');
    const total = ref<number | null>(null);
    return () => [
      h('plaudit-stars', { sku: sku.value }, 'Stars'),
      h(
        'plaudit-product-reviews',
        {
          sku: sku.value,
          pageSize: 3,
          onPlauditReady: ({ detail }: HTMLElementEventMap['plaudit-ready']) => (total.value = detail.total),
        },
        'Reviews',
      ),
      h('output', String(total.value)),
      h('button', { onClick: () => (sku.value = 'DEMO-024') }, 'Another product'),
    ];
  },
};

export function mount(proxy: string): void {
  setDefaults({ proxy });
  createApp(app).mount('#app');
}
