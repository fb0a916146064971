import { brand } from "~/brand";
import { company } from "~/company";
import type { BlogPost } from "~/content/blog-posts";
import type { Faq } from "~/content/faq";
import type { UsualPrice } from "~/domain/prices/usual-price";
import { formatAmount } from "~/domain/values/money";
import { fullName } from "~/domain/values/user";
import { sharePictureUrl } from "~/domain/photos/photo";
import { averageRating, type Plumber } from "~/domain/plumbers/plumber";
import { CITIES } from "~/domain/values/cities";

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

/** A service, and what it usually costs in a city (null: in the country) where that is known (D18). */
export const serviceStructuredData = (
  origin: string,
  facts: { serviceType: string; name: string; description: string },
  price: UsualPrice | null,
  city: string | null,
) =>
  entry("Service", {
    ...facts,
    provider: { "@type": "LocalBusiness", "@id": `${origin}/#company`, name: brand.name },
    areaServed: city ? { "@type": "City", name: city } : { "@type": "Country", name: "Zimbabwe" },
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

export const faqStructuredData = (questions: Faq) =>
  entry("FAQPage", {
    mainEntity: Object.entries(questions).map(([question, answer]) => ({
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
