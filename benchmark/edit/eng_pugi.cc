/*
 * eng_pugi.cc -- pugixml: XPath on its tree, nodes removed, changed, added; the tree saved.
 */
#include <string>

#include <pugixml.hpp>

#include "eb.h"

namespace
{

struct StringWriter : pugi::xml_writer
{
	std::string out;

	void write(const void *data, size_t size) override
	{
		out.append(static_cast<const char *>(data), size);
	}
};

struct Ctx
{
	const BmDoc *text;
	const EbTask *task;
	pugi::xml_document pristine;
	pugi::xml_document doc; /* changed by stored */
	pugi::xpath_query path;
	StringWriter writer;
};

void
parse(pugi::xml_document &d, const BmDoc *text)
{
	if (!d.load_buffer(text->text, text->len, pugi::parse_default | pugi::parse_ws_pcdata,
					   pugi::encoding_utf8))
		bm_die("pugixml refuses a document");
}

void *
pugi_open(const BmDoc *doc, const EbTask *task)
{
	Ctx *c = new Ctx{doc, task, {}, {}, pugi::xpath_query(task->path), {}};

	if (!c->path)
		bm_die("pugixml refuses the path %s", task->path);
	parse(c->pristine, doc);
	parse(c->doc, doc);
	return c;
}

void
pugi_close(void *ctx)
{
	delete static_cast<Ctx *>(ctx);
}

void
pugi_undo(void *ctx)
{
	Ctx *c = static_cast<Ctx *>(ctx);

	if (c->task->op != EB_EVALUATE && c->task->op != EB_WRITE)
		c->doc.reset(c->pristine);
}

void
change(const EbTask *task, pugi::xml_node node)
{
	pugi::xml_node parent = node.parent();

	if (task->op == EB_REMOVE)
		parent.remove_child(node);
	else if (task->op == EB_SET)
		node.set_value(task->text);
	else
		parent.insert_child_after(task->name, node).append_child(pugi::node_pcdata).set_value(task->text);
}

void
run(Ctx *c, pugi::xml_document &doc, EbResult *r)
{
	pugi::xpath_node_set found = c->path.evaluate_node_set(doc);

	r->count = found.size();
	r->len = 0;
	if (c->task->op == EB_EVALUATE)
		return;
	if (c->task->op != EB_WRITE)
		for (const pugi::xpath_node &n : found)
			change(c->task, n.node());
	c->writer.out.clear();
	doc.save(c->writer, "", pugi::format_raw | pugi::format_no_declaration, pugi::encoding_utf8);
	r->out = c->writer.out.data();
	r->len = c->writer.out.size();
}

void
pugi_stored(void *ctx, EbResult *r)
{
	Ctx *c = static_cast<Ctx *>(ctx);

	run(c, c->doc, r);
}

void
pugi_parsed(void *ctx, EbResult *r)
{
	Ctx *c = static_cast<Ctx *>(ctx);
	pugi::xml_document doc;

	parse(doc, c->text);
	run(c, doc, r);
}

} // namespace

extern "C"
{

	const EbEngine eb_pugi = {"pugixml DOM", pugi_open, pugi_stored, pugi_parsed, pugi_undo, pugi_close};
}
