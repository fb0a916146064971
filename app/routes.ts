import { index, prefix, route, type RouteConfig } from "@remix-run/route-config";

export default [
  index("routes/public/home.tsx"),
  route("about", "routes/public/about.tsx"),
  route("services", "routes/public/services.tsx"),
  route("services/:slug", "routes/public/service.tsx"),
  route("service-details", "routes/public/service-details.tsx"),
  route("contact", "routes/public/contact.tsx"),
  route("blog", "routes/public/blog.tsx"),
  route("blog/:id", "routes/public/blog-post.tsx"),
  route("faq", "routes/public/faq.tsx"),
  route("privacy", "routes/public/privacy.tsx"),
  route("terms", "routes/public/terms.tsx"),
  route("plumbers/:city?", "routes/public/plumbers.tsx"),
  route("appointment/:plumberId", "routes/public/appointment.tsx"),
  route("booking", "routes/public/booking.ts"),

  route("signup", "routes/account/sign-up.tsx"),
  route("signup/done", "routes/account/signed-up.tsx"),
  route("signin", "routes/account/sign-in.tsx"),
  route("signout", "routes/account/sign-out.ts"),
  route("verify-email", "routes/account/verify-email.tsx"),
  route("resend-verification", "routes/account/resend-verification.tsx"),
  route("forgot-password", "routes/account/forgot-password.tsx"),
  route("reset-password", "routes/account/reset-password.tsx"),
  route("profile", "routes/account/profile.tsx"),
  route("bookings", "routes/account/my-bookings.tsx"),
  route("change-password", "routes/account/change-password.tsx"),

  route("client-dashboard", "routes/client/area.tsx", [
    index("routes/client/overview.tsx", { id: "client-index" }),
    route("overview", "routes/client/overview.tsx"),
    route("book", "routes/client/book.tsx"),
    route("bookings", "routes/client/bookings.tsx", [
      route(":id/reschedule", "routes/client/reschedule-booking.tsx"),
      route(":id/:move", "routes/client/move-booking.tsx"),
    ]),
    route("messages", "routes/client/client-messages.tsx", [
      index("routes/client/client-no-conversation.tsx"),
      route(":otherId", "routes/client/client-conversation.tsx"),
    ]),
    route("reviews", "routes/client/reviews.tsx"),
    route("profile", "routes/client/client-profile.tsx"),
    route("payments", "routes/client/payments.tsx"),
    route("support", "routes/client/support.tsx"),
    route("settings", "routes/client/client-settings.tsx"),
  ]),

  route("plumber-dashboard", "routes/plumber/area.tsx", [
    index("routes/plumber/dashboard.tsx", { id: "plumber-index" }),
    ...prefix("jobs", [
      index("routes/plumber/jobs.tsx"),
      route(":id", "routes/plumber/job.tsx", [
        route("report", "routes/plumber/job-report.tsx"),
        route("reschedule", "routes/plumber/reschedule-job.tsx"),
        route(":move", "routes/plumber/move-job.tsx"),
      ]),
    ]),
    route("reviews", "routes/plumber/plumber-reviews.tsx"),
    route("profile", "routes/plumber/plumber-profile.tsx"),
    route("calendar", "routes/plumber/calendar.tsx"),
    route("availability", "routes/plumber/availability.tsx"),
    route("stats", "routes/plumber/stats.tsx"),
    route("settings", "routes/plumber/plumber-settings.tsx"),
    route("notifications", "routes/plumber/notifications.tsx"),
    route("messages", "routes/plumber/plumber-messages.tsx", [
      index("routes/plumber/plumber-no-conversation.tsx"),
      route(":otherId", "routes/plumber/plumber-conversation.tsx"),
    ]),
    route("*", "routes/plumber/dashboard.tsx"),
  ]),

  route("admin-dashboard", "routes/admin/area.tsx", [
    index("routes/admin/desk.tsx"),
    route("messages", "routes/admin/admin-messages.tsx", [
      index("routes/admin/admin-no-conversation.tsx"),
      route(":otherId", "routes/admin/admin-conversation.tsx"),
    ]),
  ]),

  route("calendar/:file", "routes/resources/calendar-feed.ts"),
  route("my-data.json", "routes/resources/my-data.ts"),
  route("messages/:otherId", "routes/resources/conversation.ts"),
  route("robots.txt", "routes/resources/robots.ts"),
  route("sitemap.xml", "routes/resources/sitemap.ts"),
  route("photos/:file", "routes/resources/photo.ts"),
  route("dev/mailbox", "routes/resources/mailbox.tsx"),
  route("dev/mailbox.json", "routes/resources/mailbox-json.ts"),
  route("*", "routes/public/not-found.tsx"),
] satisfies RouteConfig;
