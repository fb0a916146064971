import { brand } from "~/brand";
import { company } from "~/company";
import type { BlogPost } from "~/content/blog-posts";
import type { Question } from "~/content/faq";
import { PRICED_WORK } from "~/content/price-guide";
import type { PricedService, UsualPrice } from "~/domain/prices/usual-price";
import { formatAmount } from "~/domain/values/money";
import { fullName } from "~/domain/values/user";
import { sharePictureUrl } from "~/domain/photos/photo";
import { averageRating, type Plumber } from "~/domain/plumbers/plumber";
import { CITIES, cityPath } from "~/domain/values/cities";

// Structured data (schema.org) as entries of a route's `meta`. Remix escapes user input.

const entry = (type: string, facts: Record<string, unknown>) => ({
  "script:ld+json": { "@context": "https://schema.org", "@type": type, ...facts },
});

export function plumberStructuredData(origin: string, plumber: Plumber) {
  const average = averageRating(plumber);
  return entry("Plumber", {
    url: `${origin}/appointment/${plumber.id}`,
    image: origin + sharePictureUrl(plumber.photoKey),
    name: fullName(plumber),
    description: plumber.about,
    areaServed: plumber.city,
    address: { "@type": "PostalAddress", addressLocality: plumber.city, addressCountry: "ZW" },
    ...(average && {
      aggregateRating: { "@type": "AggregateRating", ratingValue: average, reviewCount: plumber.ratingCount },
    }),
  });
}

export const trailStructuredData = (origin: string, steps: readonly (readonly [name: string, path: string])[]) =>
  entry("BreadcrumbList", {
    itemListElement: [["Home", "/"] as const, ...steps].map(([name, path], at) => ({
      "@type": "ListItem",
      position: at + 1,
      name,
      item: origin + path,
    })),
  });

export const plumberTrail = (origin: string, plumber: Plumber) =>
  trailStructuredData(origin, [
    ["Our Plumbers", "/plumbers"],
    [plumber.city, cityPath(plumber.city)],
    [fullName(plumber), `/appointment/${plumber.id}`],
  ]);

const provider = (origin: string) => ({ "@type": "LocalBusiness", "@id": `${origin}/#company`, name: brand.name });
const country = { "@type": "Country", name: "Zimbabwe" };

/** A service, and what it usually costs in a city (null: in the country) where that is known (D18). */
export const serviceStructuredData = (
  origin: string,
  facts: { serviceType: string; name: string; description: string },
  price: UsualPrice | null,
  city: string | null,
) =>
  entry("Service", {
    ...facts,
    provider: provider(origin),
    areaServed: city ? { "@type": "City", name: city } : country,
    ...(price && {
      offers: {
        "@type": "AggregateOffer",
        lowPrice: formatAmount(price.low),
        highPrice: formatAmount(price.high),
        priceCurrency: company.currency.code,
        offerCount: price.jobs,
      },
    }),
  });

/** The usual price in a city; null: in the country (D18). */
export const priceStructuredData = (origin: string, service: PricedService, price: UsualPrice, city: string | null) => {
  const { title, text } = PRICED_WORK[service];
  return serviceStructuredData(origin, { serviceType: service, name: title, description: text }, price, city);
};

export const faqStructuredData = (questions: readonly Question[]) =>
  entry("FAQPage", {
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  });

export const postStructuredData = (origin: string, post: Pick<BlogPost, "id" | "title" | "excerpt" | "date">) =>
  entry("BlogPosting", {
    headline: post.title,
    description: post.excerpt,
    datePublished: post.date,
    image: `${origin}/posts/${post.id}.png`,
    mainEntityOfPage: `${origin}/blog/${post.id}`,
    author: { "@type": "Organization", name: brand.name, url: `${origin}/about` },
    publisher: { "@type": "Organization", name: company.legalName, logo: `${origin}/icon-512.png` },
  });

export const companyStructuredData = (origin: string) =>
  entry("LocalBusiness", {
    "@id": `${origin}/#company`,
    name: brand.name,
    legalName: company.legalName,
    description: brand.claim,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    image: `${origin}/share.png`,
    telephone: brand.phone,
    email: brand.email,
    address: {
      "@type": "PostalAddress",
      streetAddress: company.address[0],
      addressLocality: company.address[1],
      addressCountry: "ZW",
    },
    areaServed: CITIES.map((name) => ({ "@type": "City", name })),
    openingHours: company.hours.flatMap(({ schema }) => schema ?? []),
    currenciesAccepted: company.currency.code,
  });
