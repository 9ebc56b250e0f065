import { pictureUrl } from "@portal/shared/platform/pictures.ts";
import { api } from "../../../api/api.ts";
import classes from "../../../ui/article.module.css";

/** The testimonials below the order form; nothing where none are shown. */
export function ShownTestimonials() {
  const { data } = api.testimonials.shown.useQuery(undefined, { staleTime: 300_000 });
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="testimonials" className={`${classes.testimonials} wrap`}>
      <h2 id="testimonials">What people say</h2>
      <ul className="plain">
        {data.map(({ id, name, town, words, picture }) => (
          <li key={id}>
            <figure className="card">
              <blockquote className="lines">{words}</blockquote>
              <figcaption className="row quiet">
                {picture && (
                  <img src={pictureUrl(picture, 96)} width={40} height={40} loading="lazy" alt="" />
                )}
                <span>{town ? `${name}, ${town}` : name}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
