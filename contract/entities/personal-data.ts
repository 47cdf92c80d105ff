/** The data stored about a person, in the categories of the API's privacy export. An empty category is `N/A`. */
import { z } from 'zod';

export const NOTHING = 'N/A';

const text = z.string();
const orNothing = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.literal(NOTHING)]);

export const Purchase = z.strictObject({
  website: text,
  title: text,
  orderId: text,
  /** ISO 8601 with an offset. */
  orderDate: text,
});

export const Identifiers = z.strictObject({
  name: text,
  email: text,
  address: text,
  SSN: text,
  accountName: text,
  passportNumber: text,
  driversLicense: text,
  alias: text,
  uniqueIdentifier: text,
  onlineIdentifier: text,
  ipAddress: text,
});

export const CustomerRecords = z.strictObject({
  name: text,
  address: text,
  phone: text,
  signature: text,
  SSN: text,
  passportNumber: text,
  driversLicense: text,
  stateCard: text,
  insurance: text,
  education: text,
  employment: text,
  bankAccountNumber: text,
  creditDebitCards: text,
  medicalInfo: text,
  healthInsurance: text,
});

export const PersonalData = z.strictObject({
  Identifiers: orNothing(Identifiers),
  'Customer records information': orNothing(CustomerRecords),
  'Protected classification info (race, gender)': text,
  'Commercial info': orNothing(z.strictObject({ productsOrServicesPurchased: z.array(Purchase) })),
  'Biometric info': text,
  'Internet or electronic activity': orNothing(
    z.strictObject({ browsingHistory: text, searchHistory: text, consumerInteractions: z.array(text) }),
  ),
  'Geolocation data': text,
  'Audio, electric, visual, thermal, olfactory': text,
  'Professional or employment related': text,
  'Education info': text,
  Inferences: text,
});

export type PersonalData = z.output<typeof PersonalData>;
export type Purchase = z.output<typeof Purchase>;

/** The value of these categories or records where nothing is stored. */
export const nothingIn = <Name extends string>(
  schema: z.ZodObject<Record<Name, z.ZodType>>,
): Record<Name, typeof NOTHING> =>
  Object.fromEntries(Object.keys(schema.shape).map((name) => [name, NOTHING])) as Record<Name, typeof NOTHING>;
