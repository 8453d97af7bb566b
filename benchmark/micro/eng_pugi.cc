/*
 * eng_pugi.cc -- pugixml: the fastest widely packaged DOM with XPath; the only C++ of the project.
 *
 * It knows no namespaces: paths are used without their prefixes, which the generated documents allow.  White-space
 * text is kept, as every other engine keeps it.
 */
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <pugixml.hpp>

#include "bm.h"

namespace
{

const unsigned parse_flags = pugi::parse_default | pugi::parse_ws_pcdata;

struct Trees
{
	const BmSet *set;
	std::vector<std::unique_ptr<pugi::xml_document>> doc;
};

void
parse_doc(pugi::xml_document &d, const BmDoc &doc)
{
	if (!d.load_buffer(doc.text, doc.len, parse_flags, pugi::encoding_utf8))
		bm_die("pugixml refuses a document");
}

void *
pugi_open(BmSet *set)
{
	Trees *t = new Trees;

	t->set = set;
	for (size_t i = 0; i < set->n; i++)
	{
		t->doc.emplace_back(new pugi::xml_document);
		parse_doc(*t->doc.back(), set->docs[i]);
	}
	return t;
}

void
pugi_close(void *ctx)
{
	delete static_cast<Trees *>(ctx);
}

void
pugi_parse(const BmSet *set)
{
	for (size_t i = 0; i < set->n; i++)
	{
		pugi::xml_document d;

		parse_doc(d, set->docs[i]);
	}
}

void
walk(const BmSink *sink, pugi::xml_node node, BmTally *t)
{
	sink->element(t, node.name(), std::strlen(node.name()));
	for (pugi::xml_attribute a = node.first_attribute(); a; a = a.next_attribute())
		if (std::strncmp(a.name(), "xmlns", 5) != 0)
			sink->attribute(t, a.name(), std::strlen(a.name()), a.value(), std::strlen(a.value()));
	for (pugi::xml_node c = node.first_child(); c; c = c.next_sibling())
	{
		if (c.type() == pugi::node_element)
			walk(sink, c, t);
		else if (c.type() == pugi::node_pcdata || c.type() == pugi::node_cdata)
			sink->text(t, c.value(), std::strlen(c.value()));
	}
	sink->end(t);
}

void
pugi_traverse(void *ctx, BmTally *tally)
{
	Trees *t = static_cast<Trees *>(ctx);

	for (auto &d : t->doc)
		walk(bm_sink(), d->document_element(), tally);
}

struct StringWriter : pugi::xml_writer
{
	std::string out;

	void write(const void *data, size_t size) override
	{
		out.append(static_cast<const char *>(data), size);
	}
};

size_t
pugi_serialise(void *ctx)
{
	Trees *t = static_cast<Trees *>(ctx);
	StringWriter w;
	size_t bytes = 0;

	for (auto &d : t->doc)
	{
		w.out.clear();
		d->save(w, "", pugi::format_raw | pugi::format_no_declaration, pugi::encoding_utf8);
		bytes += w.out.size();
	}
	return bytes;
}

struct Query
{
	const Trees *trees; /* null: parse for every run */
	const BmSet *set;
	const BmQuery *q;
	std::unique_ptr<pugi::xpath_query> path;
};

std::string
without_prefix(const BmSet *set, const char *path)
{
	std::string s = path;

	if (set->prefix)
	{
		std::string p = std::string(set->prefix) + ":";

		for (size_t at; (at = s.find(p)) != std::string::npos;)
			s.erase(at, p.size());
	}
	return s;
}

Query *
new_query(const Trees *trees, const BmSet *set, const BmQuery *q)
{
	Query *pq = new Query{trees, set, q, nullptr};

	pq->path.reset(new pugi::xpath_query(without_prefix(set, q->path).c_str()));
	if (!*pq->path)
		bm_die("pugixml refuses the path %s", q->path);
	return pq;
}

void *
tree_query_new(void *ctx, const BmQuery *q)
{
	Trees *t = static_cast<Trees *>(ctx);

	return new_query(t, t->set, q);
}

void *
parse_query_new(void *ctx, const BmQuery *q)
{
	return new_query(nullptr, static_cast<const BmSet *>(ctx), q);
}

void
query_value(const Query *pq, const pugi::xml_document &d, BmAnswer *a)
{
	/* an absent node and an empty value are told apart as the other engines do */
	if (pq->path->return_type() == pugi::xpath_type_node_set && !pq->path->evaluate_node(d))
		return;
	std::string s = pq->path->evaluate_string(d);
	bm_answer_value(a, s.data(), s.size());
}

void
query_doc(const Query *pq, const pugi::xml_document &d, BmAnswer *a)
{
	if (pq->q->want == BM_COUNT)
		a->count += pq->path->evaluate_node_set(d).size();
	else if (pq->q->want == BM_EXISTS)
		a->count += pq->path->evaluate_boolean(d);
	else
		query_value(pq, d, a);
}

void
pugi_query_run(void *query, BmAnswer *a)
{
	Query *pq = static_cast<Query *>(query);

	for (size_t i = 0; i < pq->set->n; i++)
	{
		if (pq->trees)
		{
			query_doc(pq, *pq->trees->doc[i], a);
			continue;
		}
		pugi::xml_document d;

		parse_doc(d, pq->set->docs[i]);
		query_doc(pq, d, a);
	}
}

void
pugi_query_free(void *query)
{
	delete static_cast<Query *>(query);
}

void *
same_set(BmSet *set)
{
	return set;
}

void
nothing(void *)
{
}

} // namespace

extern "C"
{

	const BmEngine bm_pugixml = {
		"pugixml DOM",  pugi_open,      pugi_close,     pugi_parse,      pugi_traverse,
		pugi_serialise, tree_query_new, pugi_query_run, pugi_query_free, nullptr, BM_TEXTS_PIECES, false,
	};

	const BmEngine bm_pugixml_parse = {
		"pugixml parse+XPath", same_set,       nothing,         nullptr, nullptr, nullptr,
		parse_query_new,       pugi_query_run, pugi_query_free, nullptr, BM_TEXTS_PIECES, false,
	};
}
