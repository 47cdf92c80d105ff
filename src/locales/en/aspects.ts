/** Aspects that customers rate besides the overall experience. */
export const aspects = {
  service: 'Service',
  value: 'Value',
  shipping: 'Delivery',
  returns: 'Returns',
  quality: 'Quality',
};
