/** What may be rated beside the whole. */
export const aspects = {
  service: 'Service',
  value: 'Value',
  shipping: 'Delivery',
  returns: 'Returns',
  quality: 'Quality',
};
