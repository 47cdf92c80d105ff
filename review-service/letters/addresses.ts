/**
 * Addresses in answers. Addresses of this service (images) or of the demo's storefront (product pages) are stored as
 * paths and completed when they are read, so that a new `PLAUDIT_PUBLIC_URL` applies to everything at once.
 */
import type {
  Business,
  Image,
  NestedProduct,
  Product,
  ProductQuestion,
  ProductReview,
  Review,
} from '../../contract/entities/entities.ts';

export interface Addresses {
  /** Where this service is reached, without a trailing slash. */
  publicUrl: string;
  /** Where the shop is reached, without a trailing slash. */
  storefrontUrl: string;
}

const isPath = (address: string): boolean => address.startsWith('/') && !address.startsWith('//');
const complete = (address: string, base: string): string => (isPath(address) ? base + address : address);

/** An address from the store, as answers show it. */
export class AddressBook {
  readonly #addresses: Addresses;
  /** All reviews on a page may be of one product. */
  readonly #products = new Map<NestedProduct, NestedProduct>();

  constructor(addresses: Addresses) {
    this.#addresses = addresses;
  }

  business(business: Business): Business {
    return {
      ...business,
      urlProfilePage: complete(business.urlProfilePage || business.urlAddress, this.#addresses.storefrontUrl),
    };
  }

  product<Given extends Product | NestedProduct>(product: Given): Given {
    return {
      ...product,
      product_link: product.product_link && complete(product.product_link, this.#addresses.storefrontUrl),
      images: product.images.map((image) => ({ ...image, url: this.image(image.url) })),
    };
  }

  review(review: Review): Review {
    const { updated_for: original } = review;
    return {
      ...review,
      images: review.images.map((image) => this.#image(image)),
      updated_for: original && { ...original, images: original.images.map((image) => this.#image(image)) },
    };
  }

  productReview(review: ProductReview): ProductReview {
    return {
      ...review,
      images: review.images.map((image) => this.#image(image)),
      product: this.#nested(review.product),
    };
  }

  productQuestion(question: ProductQuestion): ProductQuestion {
    return { ...question, product: this.#nested(question.product) };
  }

  #nested(product: NestedProduct | null): NestedProduct | null {
    if (product === null) return null;
    let addressed = this.#products.get(product);
    if (!addressed) this.#products.set(product, (addressed = this.product(product)));
    return addressed;
  }

  #image(image: Image): Image {
    return {
      ...image,
      original: this.image(image.original),
      normal: this.image(image.normal),
      large: this.image(image.large),
      small: this.image(image.small),
    };
  }

  /** The address of a picture, which this service keeps if it is a path. */
  image(address: string): string {
    return complete(address, this.#addresses.publicUrl);
  }
}
