import type { Language } from './kind-texts.ts';

/** First names and home towns that go together, and the languages its people review in. */
export interface Culture {
  language: Language;
  /** How much of the shop's custom comes from here. */
  weight: number;
  firstNames: readonly string[];
  lastInitials: string;
  places: readonly string[];
}

export const cultures: readonly Culture[] = [
  {
    language: 'en', weight: 30, lastInitials: 'ABCDEFGHJKLMNPRSTWY',
    firstNames: ['Emily', 'Oliver', 'Charlotte', 'Harry', 'Imogen', 'George', 'Hannah', 'Jack', 'Poppy', 'Thomas', 'Alice', 'Edward', 'Rosie', 'Callum', 'Fiona', 'Hamish', 'Bethan', 'Rhys', 'Gwen', 'Alfie', 'Margaret', 'Keith', 'Sheila', 'Nigel', 'Holly', 'Toby', 'Martha', 'Simon', 'Ruth', 'Graham', 'Tess', 'Will', 'Jo', 'Kirsty', 'Dylan', 'Frances'],
    places: ['London, UK', 'Leeds, UK', 'Bristol, UK', 'Edinburgh, UK', 'Norwich, UK', 'Cardiff, UK', 'Hebden Bridge, UK', 'Brighton, UK', 'Glasgow, UK', 'St Ives, UK', 'Sheffield, UK', 'York, UK', 'Totnes, UK', 'Belfast, UK'],
  },
  {
    language: 'en', weight: 9, lastInitials: 'BCDFHKLMNOQRSW',
    firstNames: ['Aoife', 'Ciarán', 'Niamh', 'Conor', 'Saoirse', 'Declan', 'Siobhán', 'Eoin', 'Orla', 'Pádraig'],
    places: ['Dublin, Ireland', 'Galway, Ireland', 'Cork, Ireland', 'Sligo, Ireland', 'Kilkenny, Ireland'],
  },
  {
    language: 'en', weight: 12, lastInitials: 'ABCDFGHJKLMNPRSTVWZ',
    firstNames: ['Megan', 'Tyler', 'Savannah', 'Marcus', 'Denise', 'Jamal', 'Brooke', 'Ethan', 'Latoya', 'Wyatt', 'Grace', 'Jordan', 'Kayla', 'Curtis', 'Madison', 'Theo'],
    places: ['Portland, OR', 'Brooklyn, NY', 'Asheville, NC', 'Minneapolis, MN', 'Toronto, Canada', 'Halifax, Canada', 'Melbourne, Australia', 'Hobart, Australia', 'Wellington, New Zealand'],
  },
  {
    language: 'de', weight: 14, lastInitials: 'BDEFGHKLMNRSTVWZ',
    firstNames: ['Anna', 'Lukas', 'Katharina', 'Jonas', 'Heike', 'Matthias', 'Jürgen', 'Lena', 'Sabine', 'Florian', 'Annegret', 'Moritz', 'Birgit', 'Felix', 'Franziska', 'Till', 'Ute', 'Reto'],
    places: ['Berlin', 'Hamburg', 'Leipzig', 'Freiburg', 'Köln', 'Wien', 'Graz', 'Zürich', 'Rostock', 'München', 'Kassel'],
  },
  {
    language: 'fr', weight: 9, lastInitials: 'BCDFGLMPRSTV',
    firstNames: ['Camille', 'Julien', 'Élodie', 'Mathieu', 'Chloé', 'Baptiste', 'Noémie', 'Guillaume', 'Sylvie', 'Thierry', 'Maëlle', 'Anaïs'],
    places: ['Lyon', 'Paris', 'Nantes', 'Bruxelles', 'Rennes', 'Genève', 'Toulouse', 'Lille'],
  },
  {
    language: 'es', weight: 7, lastInitials: 'ACDFGLMPRSTV',
    firstNames: ['Lucía', 'Javier', 'Carmen', 'Álvaro', 'Marta', 'Diego', 'Inés', 'Pablo', 'Rocío', 'Ximena', 'Andrés'],
    places: ['Madrid', 'Valencia', 'Sevilla', 'Bilbao', 'Barcelona', 'Ciudad de México', 'Bogotá'],
  },
  {
    language: 'it', weight: 5, lastInitials: 'BCDFGLMPRSTV',
    firstNames: ['Giulia', 'Marco', 'Chiara', 'Alessandro', 'Elena', 'Davide', 'Francesca', 'Lorenzo'],
    places: ['Bologna', 'Torino', 'Milano', 'Lecce', 'Trieste'],
  },
  {
    language: 'nl', weight: 6, lastInitials: 'BDHJKMPSVWZ',
    firstNames: ['Sanne', 'Daan', 'Fleur', 'Bram', 'Lotte', 'Jeroen', 'Femke', 'Wouter', 'Anouk'],
    places: ['Utrecht', 'Amsterdam', 'Gent', 'Groningen', 'Rotterdam', 'Antwerpen'],
  },
  {
    language: 'ja', weight: 3, lastInitials: 'AFHIKMNOSTWY',
    firstNames: ['美咲', '健太', 'さくら', 'Haruka', '由美子', 'Kenji', '陽菜'],
    places: ['東京', '京都市', '札幌市', '神戸市', '鎌倉市'],
  },
  {
    language: 'ar', weight: 2, lastInitials: 'AHKMNRS',
    firstNames: ['ليلى', 'عمر', 'نور', 'Yasmin', 'سامي', 'هدى'],
    places: ['عمّان', 'دبي', 'القاهرة', 'بيروت'],
  },
  {
    language: 'he', weight: 1, lastInitials: 'ABGLMRS',
    firstNames: ['נועה', 'איתי', 'תמר', 'יעל'],
    places: ['תל אביב', 'חיפה', 'ירושלים'],
  },
  {
    language: 'en', weight: 8, lastInitials: 'BCDGHJKMNPRSV',
    firstNames: ['Priya', 'Arjun', 'Meera', 'Rohan', 'Ananya', 'Vikram', 'Farah', 'Imran', 'Ayesha', 'Sunita', 'Kavya', 'Zain'],
    places: ['Leicester, UK', 'Bengaluru, India', 'Mumbai, India', 'Birmingham, UK', 'Singapore'],
  },
  {
    language: 'en', weight: 7, lastInitials: 'BEHJKLNOPRSW',
    firstNames: ['Ingrid', 'Lars', 'Astrid', 'Søren', 'Maja', 'Henrik', 'Freja', 'Eero', 'Aino', 'Bjørn', 'Sigrún', 'Elin'],
    places: ['Copenhagen', 'Oslo', 'Gothenburg', 'Helsinki', 'Reykjavík', 'Bergen', 'Aarhus'],
  },
  {
    language: 'en', weight: 7, lastInitials: 'BDGJKLMNPSWZ',
    firstNames: ['Agnieszka', 'Piotr', 'Zuzanna', 'Tomasz', 'Katarína', 'Jakub', 'Ivana', 'Radu', 'Ioana', 'Dmytro', 'Oksana', 'László', 'Zsófia'],
    places: ['Kraków', 'Warsaw', 'Prague', 'Bratislava', 'Cluj', 'Budapest', 'Lviv', 'Ljubljana'],
  },
  {
    language: 'en', weight: 5, lastInitials: 'ACFLMNOPRSV',
    firstNames: ['Beatriz', 'Tiago', 'Mariana', 'João', 'Thaís', 'Rui', 'Catarina'],
    places: ['Lisbon', 'Porto', 'Coimbra', 'São Paulo', 'Curitiba'],
  },
  {
    language: 'en', weight: 5, lastInitials: 'ABEKMNOSTW',
    firstNames: ['Chinedu', 'Adaeze', 'Kwame', 'Abena', 'Wanjiru', 'Thabo', 'Amara', 'Tendai', 'Zanele'],
    places: ['Lagos', 'Accra', 'Nairobi', 'Cape Town', 'London, UK', 'Manchester, UK'],
  },
  {
    language: 'en', weight: 5, lastInitials: 'CHKLNPTWYZ',
    firstNames: ['Mei', 'Wei', 'Linh', 'Minh', 'Ji-woo', 'Seo-yeon', 'Xiu', 'Anh', 'Jun'],
    places: ['Singapore', 'Hong Kong', 'Seoul', 'Vancouver, Canada', 'Sydney, Australia', 'Taipei'],
  },
  {
    language: 'en', weight: 4, lastInitials: 'ADEGKMNPST',
    firstNames: ['Eleni', 'Nikos', 'Elif', 'Emre', 'Dimitra', 'Zeynep', 'Kostas', 'Deniz'],
    places: ['Athens', 'Thessaloniki', 'Istanbul', 'Izmir', 'Nicosia'],
  },
];

/** Those who answer questions and comment on reviews for the shop. */
export const staff = [
  { key: 'staff-maren', username: 'marlow-and-fern', firstName: 'Maren', lastInitial: 'F', email: 'maren@demo-store.example' },
  { key: 'staff-tomas', username: 'tomas-at-marlow', firstName: 'Tomas', lastInitial: 'M', email: 'tomas@demo-store.example' },
  { key: 'staff-ines', username: 'ines-customer-care', firstName: 'Ines', lastInitial: 'C', email: 'ines@demo-store.example' },
] as const;
